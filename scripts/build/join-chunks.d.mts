import type { BuildOptions, Metafile } from 'esbuild'

export function joinChunks(
  options: BuildOptions & {
    folder: string
    outputs: Metafile['outputs']
    groups: readonly (readonly (readonly string[])[])[]
  },
): Promise<void>
