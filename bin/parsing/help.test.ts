import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { runDrydock } from '../../test/support/commands/built-command.ts'
import { readCommandLine } from './command-line.ts'
import { commandTable } from './command-table.ts'

describe('help', () => {
  let printed = ''
  beforeEach(() => {
    printed = ''
    vi.spyOn(console, 'log').mockImplementation((text) => {
      printed += `${text}\n`
    })
  })
  afterEach(() => vi.restoreAllMocks())

  it.each(commandTable)(
    'the help of "drydock $line" shows its usage line, an example and every option',
    async ({ line, load }) => {
      const words = line.split(' ').filter((word) => /^[a-z]/.test(word))
      expect(await readCommandLine([...words, '--help'])).toBeUndefined()
      expect(printed).toContain(`drydock ${line}\n`)
      const command = await load()
      expect(command.examples.length).toBeGreaterThan(0)
      for (const example of command.examples) expect(printed).toContain(`  ${example.line}\n`)
      for (const { name } of command.options) expect(printed).toContain(`--${name} `)
      for (const { name } of command.arguments ?? []) expect(line).toContain(name)
    },
  )

  it('the help of a group of drydock commands, such as drydock clock, lists the commands of the group', async () => {
    await readCommandLine(['wallet', '--help'])
    expect(printed).toMatch(/wallet show.*\n.*wallet set.*\n.*wallet fund/)
  })
})

describe('the built command', () => {
  it('drydock --help lists every command with its summary', async () => {
    const { status, stdout, stderr } = await runDrydock(['--help'])
    for (const { line, does } of commandTable) {
      expect(stdout.split('\n').some((row) => row.startsWith(`drydock ${line} `) && row.endsWith(does))).toBe(
        true,
      )
    }
    expect(stdout).toMatch(/dashboard +http:\/\/127\.0\.0\.1:4010\/dashboard\n.*reference +http:\S+\/docs\n/)
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('the built drydock command prints its version', async () => {
    expect(await runDrydock(['--version'])).toMatchObject({ status: 0, stdout: `${manifest.version}\n` })
  })

  it('the built drydock command creates the slow Intl.Segmenter only for --help', async () => {
    const watch = `const { Segmenter } = Intl
      let made = 0
      Intl.Segmenter = class extends Segmenter { constructor() { super(); made += 1 } }
      process.on('exit', () => console.error('made ' + made))`
    const env = { NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(watch)}"` }
    const listed = await runDrydock(['conformance', '--list', '--only', 'WALLET-001'], { env })
    expect(listed.stderr).toBe('made 0\n')
    const helped = await runDrydock(['conformance', '--help'], { env })
    expect(helped.stderr).toMatch(/^made [12]\n$/)
  })
})

describe('every example', () => {
  it.each(commandTable)('the example in the help of "drydock $line" runs unchanged', async ({ load }) => {
    const command = await load()
    for (const { line } of command.examples) {
      const typed = line.split(' & ').at(-1) ?? ''
      const words = [...typed.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
      const asked = await readCommandLine(words.slice(1))
      expect(asked?.command).toBe(command)
      for (const option of [...(command.arguments ?? []), ...command.options]) {
        expect(() => option.read(asked?.flags.get(option.name) ?? [])).not.toThrow()
      }
    }
  })
})
