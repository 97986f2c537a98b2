"""QR codes as SVG."""

from __future__ import annotations

from io import BytesIO

import segno


def qr_code(text: str) -> str:
    """Return a QR code as an SVG document, black on white."""
    out = BytesIO()
    segno.make_qr(text).save(out, kind="svg", xmldecl=False, omitsize=True, light="white", nl=False)
    return out.getvalue().decode()
