// Compiles the Python of the site by the very Python that will run it: node compile.mjs PYODIDE IN.zip OUT.zip
import fs from "node:fs";
import { pathToFileURL } from "node:url";

const [pyodide, source, target] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`));
const py = await loadPyodide({ indexURL: `${pyodide}/` });
py.FS.writeFile("/in.zip", new Uint8Array(fs.readFileSync(source)));
py.runPython(`
from importlib._bootstrap_external import _code_to_hash_pyc
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

with ZipFile("/in.zip") as source, ZipFile("/out.zip", "w", ZIP_DEFLATED) as target:
    for info in source.infolist():
        name, raw = info.filename, source.read(info)
        if name.endswith(".py"):
            code = compile(raw, "/app/" + name, "exec", dont_inherit=True, optimize=2)
            name, raw = name + "c", _code_to_hash_pyc(code, bytes(8), False)
        target.writestr(ZipInfo(name), raw, ZIP_DEFLATED, 9)
`);
fs.writeFileSync(target, py.FS.readFile("/out.zip"));
