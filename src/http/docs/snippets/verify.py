import hashlib
import hmac
import time


def verify(raw_body: bytes, header: str, secret: str, now=None) -> bool:
    """raw_body: the raw bytes of the body; header: the value of X-Service-Signature."""
    fields = [field.strip().partition("=")[::2] for field in header.split(",")]
    timestamp = next((value for name, value in fields if name == "t"), "")
    signed = timestamp.encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    genuine = any(
        hmac.compare_digest(expected.encode(), value.encode()) for name, value in fields if name == "v1"
    )
    if not genuine or not timestamp.isdecimal():
        return False
    return abs((time.time() if now is None else now) - int(timestamp)) <= 300
