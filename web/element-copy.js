// Copies text and pictures, each by the best way that a browser has.

/** Device pixels for each unit of a picture: sharp on a phone and when it is pasted into a chat. */
const SCALE = 2;

/** Copies a text. */
export async function copyText(text) {
    if (navigator.clipboard?.writeText) return void await navigator.clipboard.writeText(text);
    // A page without https has no clipboard interface.
    const area = document.createElement("textarea");
    area.value = text;
    area.style.position = "fixed";
    area.style.opacity = "0";
    document.body.append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    if (!done) throw new Error("this browser does not copy here");
}

/** Copies a picture as PNG, else saves it; returns the words for the reader if it did something else. */
export async function copyPicture(svg, name) {
    if (navigator.clipboard?.write && typeof ClipboardItem !== "undefined") {
        // Safari copies only what was promised while the button was pressed.
        return void await navigator.clipboard.write([new ClipboardItem({ "image/png": pictureOf(svg) })]);
    }
    const address = URL.createObjectURL(await pictureOf(svg));
    const link = document.createElement("a");
    link.href = address;
    link.download = `${name}.png`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return "Saved as a picture.";
}

/** A PNG of a picture. */
export async function pictureOf(svg) {
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    try {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = document.createElement("canvas");
        canvas.width = image.naturalWidth * SCALE;
        canvas.height = image.naturalHeight * SCALE;
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0, canvas.width, canvas.height);
        const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
        if (!blob) throw new Error("the picture is too large for this browser");
        return blob;
    } finally {
        URL.revokeObjectURL(address);
    }
}
