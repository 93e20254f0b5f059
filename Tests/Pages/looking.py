"""What every page has to stand: readable by everybody, no wider than its window."""
import pathlib

from axe_playwright_python.sync_playwright import Axe

RULES = {"runOnly": {"type": "tag", "values": [
    "wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}}
WINDOWS = [(width, scheme) for width in (390, 1280) for scheme in ("light", "dark")]


class Looking:
    """Views and what there was to complain about."""

    def __init__(self, screenshots: pathlib.Path):
        screenshots.mkdir(parents=True, exist_ok=True)
        self.screenshots, self.troubles, self.looked = screenshots, [], 0

    def window(self, browser, width: int, scheme: str):
        """A page of its own; its policy would keep axe out."""
        return browser.new_context(
            viewport={"width": width, "height": 900}, color_scheme=scheme, bypass_csp=True
        ).new_page()

    def complain(self, where: str, trouble: str) -> None:
        self.troubles.append(f"{where}: {trouble}")

    def picture(self, page, name: str) -> None:
        """Takes a picture alone."""
        page.screenshot(path=self.screenshots / f"{name}.png", full_page=True)

    def look(self, page, name: str) -> None:
        """Takes a picture of it and holds it against the rules."""
        width = page.viewport_size["width"]
        scheme = "dark" if page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches") else "light"
        where = f"{name.removesuffix('.html').replace('/', '-')}-{width}-{scheme}"
        self.looked += 1
        page.screenshot(path=self.screenshots / f"{where}.png", full_page=True)
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            self.complain(where, f"{wide} pixels wide")
        for violation in Axe().run(page, options=RULES).response["violations"]:
            node = violation["nodes"][0]
            self.complain(
                where, f"{violation['id']}: {violation['help']}: {node['html'][:160]}"
                f" ({len(violation['nodes'])} places)")
