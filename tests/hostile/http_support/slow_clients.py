"""Slow clients. Each returns when the server closes its connection."""

import asyncio
import contextlib
import socket

from http_support.server import APP, WIDE, Server


async def silent(server: Server) -> None:
    """Send nothing."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        await reader.read(-1)
    finally:
        writer.close()


async def dripping(server: Server) -> None:
    """Send a header byte by byte."""
    await _drip(server, b"GET " + APP + b" HTTP/1.1\r\nX-Slow: ")


async def heavy(server: Server) -> None:
    """Send a request body byte by byte."""
    await _drip(server, b"POST " + APP + b" HTTP/1.1\r\nHost: here\r\nContent-Length: 100000\r\n\r\n")


async def _drip(server: Server, begin: bytes) -> None:
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


async def greedy(server: Server) -> None:
    """Send request after request and never read an answer."""
    loop = asyncio.get_running_loop()
    with socket.socket() as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        await loop.sock_connect(connection, ("127.0.0.1", server.port))
        asked = b"GET " + WIDE + b"?extended=true HTTP/1.1\r\nHost: here\r\n\r\n"
        with contextlib.suppress(ConnectionError):
            while True:
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(loop.sock_sendall(connection, asked), 0.2)
                await asyncio.sleep(0.02)


KINDS = (silent, dripping, heavy, greedy)
