"""Functions that clean up before a signal ends the process."""

import signal
import subprocess
import sys
from contextlib import ExitStack
from threading import Thread

import pytest

from transtats_cli.signals import call_clean_up_functions, call_if_signal_ends_process, hold_clean_up

BEGINNING = "import os, signal, time\nfrom transtats_cli.signals import call_if_signal_ends_process as cleaned_up\n"
NESTED = """
with cleaned_up(lambda: print("outer", flush=True)), cleaned_up(lambda: print("inner", flush=True)):
    with cleaned_up(lambda: print("left before", flush=True)):
        pass
    os.kill(os.getpid(), number)
    time.sleep(30)
"""
UNORDERED = """
one, other = (cleaned_up(lambda name=name: print(name, flush=True)) for name in ("one", "other"))
one.__enter__(), other.__enter__()
one.__exit__(None, None, None)
os.kill(os.getpid(), number)
time.sleep(30)
"""
FORKED = """
with cleaned_up(lambda: print("parent", flush=True)):
    child = os.fork()
    if not child:
        with cleaned_up(lambda: print("child", flush=True)):
            os.kill(os.getpid(), number)
            time.sleep(30)
    assert os.WTERMSIG(os.waitpid(child, 0)[1]) == number
    os.kill(os.getpid(), number)
    time.sleep(30)
"""
IGNORED = """
signal.signal(number, signal.SIG_IGN)
with cleaned_up(lambda: print("cleaned up", flush=True)):
    os.kill(os.getpid(), number)
    print("ignored", flush=True)
"""
HANDLED = """
signal.signal(number, lambda *_: print("handled", flush=True))
with cleaned_up(lambda: print("cleaned up", flush=True)):
    os.kill(os.getpid(), number)
"""
AFTERWARDS = """
with cleaned_up(lambda: print("cleaned up", flush=True)):
    pass
assert signal.getsignal(number) is signal.SIG_DFL
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
@pytest.mark.parametrize(
    ("program", "printed", "is_ended"),
    [
        pytest.param(NESTED, "inner\nouter\n", True, id="the newest first"),
        pytest.param(UNORDERED, "other\n", True, id="blocks that end in another order"),
        pytest.param(FORKED, "child\nparent\n", True, id="a forked process calls its own"),
        pytest.param(IGNORED, "ignored\n", False, id="an ignored signal"),
        pytest.param(HANDLED, "handled\n", False, id="a signal with a handler"),
        pytest.param(AFTERWARDS, "", False, id="no handler remains"),
    ],
)
def test_a_signal_calls_the_clean_up_functions_before_it_ends_the_process(
    number: signal.Signals, program: str, printed: str, is_ended: bool
) -> None:
    done = subprocess.run(
        [sys.executable, "-c", f"{BEGINNING}number = {int(number)}{program}"],
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == (printed, "", -number if is_ended else 0)


def test_a_thread_registers_a_function_without_a_signal_handler() -> None:
    called: list[str] = []

    def work() -> None:
        with call_if_signal_ends_process(lambda: called.append("thread")):
            call_clean_up_functions()

    thread = Thread(target=work)
    thread.start()
    thread.join()
    assert called == ["thread"]
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL


def test_a_thread_calls_no_function_while_another_thread_is_creating_something() -> None:
    called: list[str] = []
    thread = Thread(target=call_clean_up_functions)
    with ExitStack() as held:
        held.enter_context(hold_clean_up())
        thread.start()
        thread.join(0.1)
        assert thread.is_alive()
        with call_if_signal_ends_process(lambda: called.append("created")):
            held.close()
            thread.join()
    assert called == ["created"]


def test_an_exception_in_the_block_removes_the_registered_function() -> None:
    called: list[str] = []

    with pytest.raises(ValueError, match="x"), call_if_signal_ends_process(lambda: called.append("late")):
        raise ValueError("x")
    call_clean_up_functions()
    assert called == []
