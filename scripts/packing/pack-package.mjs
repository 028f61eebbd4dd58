import { join, resolve } from 'node:path'
import { runProgram } from './run-program.mjs'

const project = resolve(import.meta.dirname, '../..')

/**
 * Packs the package into `folder` as npm would publish it, and resolves with its path. If `DRYDOCK_TARBALL` names a
 * packed package, resolves with the path of that package instead. Ends the process with status 1 if packing fails.
 */
export async function packPackage(folder) {
  const packed = process.env.DRYDOCK_TARBALL
  if (packed !== undefined) return resolve(packed)
  const { status, output } = await runProgram(['npm', 'pack', '--silent', '--pack-destination', folder], {
    cwd: project,
  })
  if (status === 0) return join(folder, output.trim().split('\n').at(-1))
  process.stderr.write(`${output}\nThe package could not be packed.\n`)
  process.exit(1)
}
