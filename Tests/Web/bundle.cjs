// usage: NODE_PATH=… node bundle.cjs webpack|rollup ENTRY FOLDER: writes FOLDER/out.js as a person would
// Debian's webpack asks Debian's Node where its libraries are; another Node does not know.
Object.defineProperty(process, "config", { value: { ...process.config, variables: {
    ...process.config.variables, node_relative_path: "share/nodejs", node_prefix: "/usr" } } });
const path = require("node:path");
const [bundler, entry, folder] = process.argv.slice(2).map((word, index) => index ? path.resolve(word) : word);

if (bundler === "webpack") {
    require("webpack")({
        mode: "production", target: "web", entry, devtool: false,
        performance: { hints: false }, // The page has the module twice: as a file and inside ./inline.
        output: { path: folder, filename: "out.js", publicPath: "auto" },
    }, (error, stats) => {
        console.log(error ?? stats.toString("errors-warnings"));
        process.exit(error || stats.hasErrors() || stats.hasWarnings() ? 1 : 0);
    });
} else {
    const { rollup } = require("rollup");
    const { nodeResolve } = require("@rollup/plugin-node-resolve");
    const onwarn = (warning) => { console.log(warning.message); process.exitCode = 1; };
    rollup({ input: entry, plugins: [nodeResolve({ browser: true })], onwarn })
        .then((bundle) => bundle.write({
            file: path.join(folder, "out.js"), format: "es", inlineDynamicImports: true,
        }));
}
