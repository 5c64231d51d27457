"""What the log leaves out, and what it doesn't."""

import asyncio
import logging

import pytest


@pytest.mark.parametrize(
    ("error", "told"), [(asyncio.CancelledError(), False), (ValueError("forgotten"), True)]
)
def test_a_visitor_who_hung_up_leaves_no_line_and_a_forgotten_error_does(caplog, error, told):
    async def forget() -> None:
        context = {"message": "Future exception was never retrieved", "exception": error}
        asyncio.get_running_loop().call_exception_handler(context)

    asyncio.run(forget())
    assert bool([one for one in caplog.records if one.name == "asyncio"]) is told


def test_a_lost_broker_is_told_in_one_line(caplog):
    try:
        raise ConnectionError("nobody answers")
    except ConnectionError:
        logging.getLogger("channels_redis.pubsub").exception("No subscription")
    [record] = caplog.records
    assert record.getMessage() == "No subscription (ConnectionError: nobody answers)"
    assert record.exc_info is None
