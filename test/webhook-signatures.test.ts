import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAccount } from './support/account.ts'
import { buyLabel } from './support/labels/purchase.ts'
import { projectFile } from './support/project.ts'
import { sharedSimulator } from './support/shared-simulator.ts'
import { openInbox } from './support/webhook-inbox.ts'

/** Runs the verification code of docs/webhooks.md in each language against a delivery that a simulator signed. */

const page = readFileSync(projectFile('docs/webhooks.md'), 'utf8')

function readCode(language: string): string {
  const [, code] = new RegExp(`\`\`\`${language} run\n([\\s\\S]*?)\`\`\``).exec(page) ?? []
  if (code === undefined) throw new Error(`There is no ${language} on the page.`)
  return code
}

/** A webhook body with its signature header and the secret that verifies it. */
type SignatureCase = readonly [body: string, header: string | null, secret: string]

const genuineCases: SignatureCase[] = []
const forgedCases: SignatureCase[] = []
const folder = mkdtempSync(join(tmpdir(), 'drydock-signatures-'))

beforeAll(async () => {
  const { url } = sharedSimulator()
  const [account, inbox] = await Promise.all([createAccount(url), openInbox()])
  const set = await account.control('PUT /webhook', { url: inbox.url })
  const { signing_secret: secret } = z.object({ signing_secret: z.string() }).parse(set)
  await buyLabel(url, account.keys.test)
  await account.advance('0s')
  await inbox.close()
  const [attempt] = inbox.attempts
  const header = attempt?.headers['pr-signature']
  if (attempt === undefined || typeof header !== 'string') throw new Error('No signed delivery came.')
  const body = attempt.body.toString()
  genuineCases.push([body, header, secret])
  forgedCases.push(
    [body, header, 'whsec_another'],
    [body, `sha256=${'0'.repeat(64)}`, secret],
    [body, header.slice(0, -1), secret],
    [body, '', secret],
    [body, 'ünsigned', secret],
    [body, null, secret],
    [`${body} `, header, secret],
    [JSON.stringify(JSON.parse(body), null, 1), header, secret],
  )
})
afterAll(() => rmSync(folder, { recursive: true }))

function expectVerdicts(judge: (cases: readonly SignatureCase[]) => unknown): void {
  expect(judge([...genuineCases, ...forgedCases])).toEqual([
    ...genuineCases.map(() => true),
    ...forgedCases.map(() => false),
  ])
}

/**
 * Returns a function that runs the verification program of a language. The program reads the cases as JSON and prints
 * the verdicts.
 */
function runVerifier(
  program: string,
  words: readonly string[],
): (cases: readonly SignatureCase[]) => unknown {
  return (cases) => {
    const { stdout, stderr } = spawnSync(program, words, {
      input: JSON.stringify(cases),
      encoding: 'utf8',
      env: { HOME: folder, ...process.env },
    })
    expect(stderr).toBe('')
    return JSON.parse(stdout)
  }
}

/** Whether to skip the test of a language because it is not installed. With DRYDOCK_TEST_ALL, the test fails instead. */
function isMissing(program: string, question: string): boolean {
  return process.env['DRYDOCK_TEST_ALL'] === undefined && spawnSync(program, [question]).status !== 0
}

function writeProgram(name: string, text: string): string {
  const file = join(folder, name)
  writeFileSync(file, text)
  return file
}

describe('the code samples of docs/webhooks.md', () => {
  it('the JavaScript code of docs/webhooks.md tells genuine from forged webhook signatures', async () => {
    const { isGenuine } = await import(`data:text/javascript,${encodeURIComponent(readCode('js'))}`)
    expectVerdicts((cases) =>
      cases.map(([body, header, secret]) => isGenuine(Buffer.from(body), header, secret)),
    )
  })

  it('the Python code of docs/webhooks.md tells genuine from forged webhook signatures', () => {
    const script = `${readCode('python')}
import json, sys
print(json.dumps([is_genuine(body.encode(), header, secret) for body, header, secret in json.load(sys.stdin)]))`
    expectVerdicts(runVerifier('python3', ['-c', script]))
  })

  it.skipIf(isMissing('php', '--version'))(
    'the PHP code of docs/webhooks.md tells genuine from forged webhook signatures',
    () => {
      const script = `${readCode('php')}
$cases = json_decode(stream_get_contents(STDIN), true);
echo json_encode(array_map(fn($case) => is_genuine(...$case), $cases));`
      expectVerdicts(runVerifier('php', [writeProgram('genuine.php', script)]))
    },
  )

  it.skipIf(isMissing('ruby', '--version'))(
    'the Ruby code of docs/webhooks.md tells genuine from forged webhook signatures',
    () => {
      const script = `${readCode('ruby')}
require 'json'
puts JSON.generate(JSON.parse($stdin.read).map { |body, header, secret| genuine?(body, header, secret) })`
      expectVerdicts(runVerifier('ruby', ['-Ku', '-e', script]))
    },
  )

  it.skipIf(isMissing('go', 'version'))(
    'the Go code of docs/webhooks.md tells genuine from forged webhook signatures',
    () => {
      const main = `package main
import ("encoding/json"; "os")
func main() {
  var cases [][]*string
  var verdicts []bool
  if err := json.NewDecoder(os.Stdin).Decode(&cases); err != nil { panic(err) }
  for _, each := range cases {
    header := ""
    if each[1] != nil { header = *each[1] }
    verdicts = append(verdicts, IsGenuine([]byte(*each[0]), header, *each[2]))
  }
  json.NewEncoder(os.Stdout).Encode(verdicts)
}`
      const files = [
        writeProgram('genuine.go', readCode('go').replace('package webhook', 'package main')),
        writeProgram('main.go', main),
      ]
      expectVerdicts(runVerifier('go', ['run', ...files]))
    },
  )
})
