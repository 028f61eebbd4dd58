import { build } from 'esbuild'
import { projectFile } from './project.ts'

/** Returns the files that bundled programs load at their start, and the files that they may load at any time. */
export async function listLoadedModules(
  entries: readonly string[],
): Promise<{ readonly atStart: readonly string[]; readonly all: readonly string[] }> {
  const { metafile } = await build({
    absWorkingDir: projectFile(''),
    entryPoints: [...entries],
    outdir: 'dist',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    metafile: true,
    write: false,
  })
  const atStart = new Set(entries)
  for (const file of atStart) {
    for (const { path, kind } of metafile.inputs[file]?.imports ?? []) {
      if (kind === 'import-statement') atStart.add(path)
    }
  }
  return { atStart: [...atStart], all: Object.keys(metafile.inputs) }
}
