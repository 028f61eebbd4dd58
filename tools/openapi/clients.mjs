// Generates clients from both documents. They must compile under `tsc --strict` and make ten calls each to the built
// simulator. This file starts the generators; the calls are in clients/.
import { cpSync, readdirSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { build } from 'esbuild'
import { startDrydock } from '../../dist/index.js'

/** The words of each command line, by the file or folder that it writes. */
const generators = {
  'openapi-typescript.ts': (from, to) => ['openapi-typescript', from, '-o', to],
  'hey-api': (from, to) => ['openapi-ts', '-i', from, '-o', to, '-c', '@hey-api/client-fetch'],
  'orval.ts': (from, to) => ['orval', '--input', from, '--output', to, '--client', 'fetch'],
  'orval-zod.ts': (from, to) => ['orval', '--input', from, '--output', to, '--client', 'zod'],
  kubb: (from, to) => ['kubb', 'generate', '--config', renderKubbConfig(from, to), '--logLevel', 'error'],
  'openapi-zod-client.ts': (from, to) => ['openapi-zod-client', from, '-o', to],
}

function renderKubbConfig(from, to) {
  const file = `${to}.config.mjs`
  const text = `import { defineConfig } from '@kubb/core'
import { pluginClient } from '@kubb/plugin-client'
import { pluginOas } from '@kubb/plugin-oas'
import { pluginTs } from '@kubb/plugin-ts'
const plugins = [pluginOas({ generators: [] }), pluginTs({}), pluginClient({ client: 'fetch', bundle: true })]
const output = { path: ${JSON.stringify(to)}, format: false, lint: false }
export default defineConfig({ root: '.', input: { path: ${JSON.stringify(from)} }, output, plugins })
`
  writeFileSync(file, text)
  return file
}

/** Generates, compiles and runs all clients in the folder `made`; `tool` runs a command of this package. */
export async function runGeneratedClients({ made, project, tool }) {
  const documents = { service: 'openapi.json', control: 'control-openapi.json' }
  for (const [name, words] of Object.entries(generators))
    await Promise.all(
      Object.entries(documents).map(([folder, file]) => {
        const [command, ...rest] = words(join(project, 'schemas', file), join(made, folder, name))
        return tool(command, rest)
      }),
    )
  cpSync(join(import.meta.dirname, 'clients'), join(made, 'clients'), { recursive: true })
  writeFileSync(join(made, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['clients'] }))
  await tool('tsc', ['-p', made])
  const names = readdirSync(join(made, 'clients')).filter((file) => file !== 'bodies.ts')
  const entryPoints = names.map((file) => join(made, 'clients', file))
  const bundled = { bundle: true, platform: 'node', format: 'esm', outExtension: { '.js': '.mjs' } }
  // Some clients contain CommonJS code.
  const banner = {
    js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url)",
  }
  await build({ ...bundled, banner, entryPoints, outdir: join(made, 'bundled'), logLevel: 'error' })
  // All clients are loaded before the first call, because some replace the global fetch.
  const load = (file) => import(join(made, 'bundled', `${basename(file, '.ts')}.mjs`))
  const clients = await Promise.all(names.map(load))
  const { fetch } = globalThis
  const dock = await startDrydock()
  try {
    for (const { callService, callControlProtocol } of clients) {
      await dock.reset()
      await callService(dock.url, dock.keys.test)
      await callControlProtocol(`${dock.url}/_drydock`)
    }
  } finally {
    globalThis.fetch = fetch
    await dock.close()
  }
  return names.length
}

const compilerOptions = {
  strict: true,
  target: 'es2023',
  lib: ['es2023', 'dom', 'dom.iterable'],
  module: 'esnext',
  moduleResolution: 'bundler',
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: [],
}
