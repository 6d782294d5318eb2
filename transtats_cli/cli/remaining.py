"""Messages about files in no component and about test data."""

from collections.abc import Iterator

from transtats_cli.cli.options import Voice
from transtats_cli.scanning.discovery.lookup import DiscoveryResult
from transtats_cli.settings.documents import display_path


def say_remaining(found: DiscoveryResult, voice: Voice) -> None:
    """Print the lines on standard error, unless `voice` is quiet."""
    if not voice.quiet:
        for line in remaining(found, verbose=voice.verbose):
            voice.say(f"note: {line}")


def remaining(found: DiscoveryResult, *, verbose: bool = False) -> Iterator[str]:
    """Yield one line for all test data and one for all files left out, or with `verbose` one for each file."""
    if found.test_data:
        number = "1 component" if found.test_data == 1 else f"{found.test_data} components"
        yield f"{number} in folders of tests and examples left out; `transtats components --all-folders` lists all"
    left = found.left()
    if verbose:
        yield from (f"{display_path(each.path)}: left out: {each.reason}" for each in left)
        return
    number_left = sum(not each.is_expected for each in left)
    if number_left:
        files = "1 translation file is" if number_left == 1 else f"{number_left} translation files are"
        yield f"{files} in no component; `transtats components -v` names each with the reason"
