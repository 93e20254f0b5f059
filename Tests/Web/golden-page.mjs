// Answers the cases in a worker of a page under a strict policy.
const worker = new Worker("golden-worker.mjs", { type: "module" });
worker.onmessage = ({ data }) => { document.body.textContent = data; };
worker.onerror = (error) => { document.body.textContent = `error: ${error.message}`; };
