// Portman makes a collection with contract tests from the service's document, sends every example and expects the
// documented response, three times against one simulator. The account of the examples is restored before each run.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startDrydock } from '../../dist/index.js'

const kinds = ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation', 'headersPresent']

export async function runPortman({ made, project, tool }) {
  const world = JSON.parse(readFileSync(join(project, 'schemas/world.json'), 'utf8'))
  const dock = await startDrydock()
  const config = join(made, 'portman.json')
  const contractTests = kinds.map((kind) => ({ openApiOperation: '*::/*', [kind]: { enabled: true } }))
  const bearer = { token: dock.keys.test }
  writeFileSync(
    config,
    JSON.stringify({ version: 1, tests: { contractTests }, globals: { securityOverwrites: { bearer } } }),
  )
  const words = ['-l', join(project, 'schemas/openapi.json'), '-b', dock.url, '-c', config, '--runNewman']
  try {
    // Portman writes its files into the folder in which it is started.
    for (const _ of ['once', 'twice', 'three times']) {
      await dock.snapshot.load(world)
      const said = await tool('portman', words, { cwd: made })
      const [, tests = 0, failed = 1] = /assertions │ *(\d+) │ *(\d+)/.exec(said) ?? []
      if (tests < 100 || failed > 0)
        throw new Error(`Portman made ${tests} tests, and ${failed} failed:\n${said}`)
    }
    // Each step of the Arazzo workflows must get a response that meets its success criteria.
    await tool('redocly', [
      'respect',
      join(project, 'schemas/arazzo.json'),
      '--server',
      `service=${dock.url}`,
    ])
  } finally {
    await dock.close()
  }
}
