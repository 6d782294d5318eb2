"""Slow clients of a server. Each function connects to the server, and returns when the server closes the connection."""

import asyncio
import contextlib
import socket

from http_support.server import APP, WIDE, Server


async def send_nothing(server: Server) -> None:
    """Connect and send nothing."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        await reader.read(-1)
    finally:
        writer.close()


async def send_header_slowly(server: Server) -> None:
    """Send a header byte by byte."""
    await _send_slowly(server, b"GET " + APP + b" HTTP/1.1\r\nX-Slow: ")


async def send_body_slowly(server: Server) -> None:
    """Send a request body byte by byte."""
    await _send_slowly(server, b"POST " + APP + b" HTTP/1.1\r\nHost: here\r\nContent-Length: 100000\r\n\r\n")


async def _send_slowly(server: Server, begin: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(begin)
    ended = asyncio.create_task(reader.read(-1))
    try:
        while not ended.done():
            writer.write(b"a")
            await asyncio.wait([ended], timeout=0.1)
        with contextlib.suppress(ConnectionError):
            await ended
    finally:
        writer.close()


async def send_without_reading(server: Server) -> None:
    """Send many requests and never read a response."""
    loop = asyncio.get_running_loop()
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        await loop.sock_connect(connection, ("127.0.0.1", server.port))
        request = b"GET " + WIDE + b"?extended=true HTTP/1.1\r\nHost: here\r\n\r\n"
        with contextlib.suppress(ConnectionError):
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(loop.sock_sendall(connection, request), 0.2)
                await asyncio.sleep(0.02)


SLOW_CLIENTS = (send_nothing, send_header_slowly, send_body_slowly, send_without_reading)
