import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Drydock, startDrydock } from '../../../src/index.ts'
import { findOperation } from '../../../src/server/docs/model/operations.ts'
import { type SampleLanguage, sampleLanguages } from '../../../src/server/docs/samples/languages.ts'
import { readCodeBlock } from '../../support/labels/shown-page.ts'
import { TestClient } from '../../support/test-client.ts'

/** Runs the samples of the reference as a reader copies them from its pages. */

/**
 * The commands that compile and run the C# sample. The page names others: the compiler of Mono needs an entry point
 * without `async`.
 */
const compiled = 'mcs -main:Entry -r:System.Net.Http.dll Entry.cs Program.cs && mono Entry.exe'
const entry = 'class Entry { static void Main() { Program.Main().GetAwaiter().GetResult(); } }'

const listSampleCommands = ({ id, command }: SampleLanguage): readonly string[] =>
  (id === 'csharp' ? compiled : command).split(' && ')

const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'drydock-samples-'))
const environment = { HOME: folder, ...process.env }
let dock: Drydock
beforeAll(async () => {
  writeFileSync(join(folder, 'Entry.cs'), entry)
  dock = await startDrydock()
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await dock.close()
})

/**
 * Whether to skip the test of a language because its program is not installed. With DRYDOCK_TEST_ALL, the test fails
 * instead.
 */
const isSkipped = (language: SampleLanguage): boolean =>
  process.env['DRYDOCK_TEST_ALL'] === undefined &&
  listSampleCommands(language).some(
    (command) => spawnSync('which', [command.split(' ')[0] ?? '']).status !== 0,
  )

/** Runs the sample on an operation's page and returns its output. */
async function runSample(language: SampleLanguage, operation: string): Promise<string> {
  const path = `/docs/operations/${operation}?language=${language.id}`
  const { status, bytes } = await new TestClient(dock.url).send({ path })
  expect(status).toBe(200)
  writeFileSync(join(folder, language.file), readCodeBlock(bytes.toString(), 'The call'))
  const outputs: string[] = []
  for (const command of listSampleCommands(language)) {
    const [program = '', ...words] = command.split(' ')
    outputs.push((await run(program, words, { cwd: folder, env: environment })).stdout)
  }
  return outputs.at(-1) ?? ''
}

/** Returns the last request in the log, which shows what the program sent and with which key. */
const readLastRequest = async () => (await dock.requests.list())[0]

describe.each(sampleLanguages.map((language) => [language.name, language] as const))(
  'the code samples of the reference in %s',
  (_, language) => {
    it.skipIf(isSkipped(language))(
      'a code sample of the API reference sends a GET request and prints the response',
      async () => {
        expect(JSON.parse(await runSample(language, 'getWallet'))).toMatchObject({ unlimited: true })
      },
    )

    it.skipIf(isSkipped(language))(
      'a code sample of the API reference sends a POST request with a JSON body and prints the response',
      async () => {
        const { rates } = JSON.parse(await runSample(language, 'createRates'))
        expect(rates[0]).toMatchObject({ id: expect.stringMatching(/^rate_/) })
        const sent = readExample('createRates')
        expect(await readLastRequest()).toMatchObject({
          method: 'POST',
          path: '/v1/rates',
          request_body: sent,
        })
      },
    )

    it.skipIf(isSkipped(language))(
      'a code sample of the API reference sends a nested list in its body',
      async () => {
        const { items } = JSON.parse(await runSample(language, 'createBatch'))
        expect(items).toMatchObject([{ parcel: { weight_oz: 24, length: 10 }, rate_cents: 1150 }])
      },
    )

    it.skipIf(isSkipped(language))(
      'a code sample of the API reference uses ids of earlier responses in its body and its path',
      async () => {
        const voided = JSON.parse(await runSample(language, 'voidLabel'))
        expect(voided).toMatchObject({ id: expect.stringMatching(/^lbl_/), void_status: 'requested' })
        expect(await readLastRequest()).toMatchObject({ method: 'DELETE', path: `/v1/labels/${voided.id}` })
      },
    )

    it.skipIf(isSkipped(language))('a code sample of the API reference saves a PDF to a file', async () => {
      expect(await runSample(language, 'downloadSandboxLabel')).toBe('')
      const file = join(folder, 'label.pdf')
      expect(readFileSync(file).subarray(0, 5).toString()).toBe('%PDF-')
      rmSync(file)
    })
  },
)

/** Returns the body that the curl line of docs/api.md sends. */
function readExample(operation: string): unknown {
  const curl = sampleLanguages[0]?.write(findOperation(operation) ?? expect.fail(operation), {
    url: dock.url,
    key: dock.keys.test,
    account: 'default',
    isOpen: true,
  })
  return JSON.parse(/ -d '([\s\S]*)'$/.exec(curl ?? '')?.[1] ?? '')
}
