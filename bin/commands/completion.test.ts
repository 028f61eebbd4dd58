import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { carrierNames } from '../../src/simulator/specification/model.ts'
import { runCommandQuickly } from '../../test/support/commands/typed-command.ts'
import { projectFile } from '../../test/support/project.ts'
import { renderManPage } from '../completion/man-page.ts'
import { listNameWords } from '../parsing/command-group.ts'
import { commandTable } from '../parsing/command-table.ts'

const carrierTargets = [...carrierNames, '*'].map((name) => `carrier:${name}`)

const folder = mkdtempSync(join(tmpdir(), 'drydock-completion-'))
afterAll(() => rmSync(folder, { recursive: true }))

async function writeScript(shell: string): Promise<string> {
  const file = join(folder, `drydock.${shell}`)
  const { status, stdout } = await runCommandQuickly(['completion', shell])
  expect(status).toBe(0)
  writeFileSync(file, stdout)
  return file
}

describe('completion bash', async () => {
  const file = await writeScript('bash')
  /** Returns the words that bash offers to complete the last word. */
  function complete(...words: readonly string[]): readonly string[] {
    const program = `. "$1"; COMP_LINE=$2; COMP_POINT=\${#COMP_LINE}; _drydock; printf '%s\n' "\${COMPREPLY[@]}"`
    const line = ['drydock', ...words].join(' ')
    const offered = execFileSync('bash', ['--norc', '-c', program, 'bash', file, line], { encoding: 'utf8' })
    return offered.split('\n').filter((word) => word !== '')
  }

  it('bash completion offers every command', () => {
    const first = new Set(commandTable.map(({ line }) => listNameWords(line)[0]))
    expect(complete('')).toEqual([...first, '--help', '--version'])
    expect(complete('wal')).toEqual(['wallet'])
  })

  it('bash completion offers the second word of every command that has one', () => {
    const pairs = commandTable
      .map(({ line }) => listNameWords(line))
      .filter(([, second]) => second !== undefined)
    // One bash completes all lines, because to start one for each takes seconds.
    const program = `. "$1"; shift; for COMP_LINE; do COMP_POINT=\${#COMP_LINE}; _drydock; echo "\${COMPREPLY[*]}"; done`
    const lines = pairs.map(([word, second]) => `drydock ${word} ${second}`)
    const offered = execFileSync('bash', ['--norc', '-c', program, 'bash', file, ...lines], {
      encoding: 'utf8',
    })
    const answers = offered.split('\n')
    const unoffered = pairs.filter(
      ([, second = ''], index) => answers[index]?.split(' ').includes(second) !== true,
    )
    expect(pairs.length).toBeGreaterThan(30)
    expect(unoffered).toEqual([])
  })

  it('bash completion offers the options of a command, and the values that an option or an argument accepts', () => {
    expect(complete('fault', 'add', 'api', 'reset', '--ph')).toEqual(['--phase'])
    expect(complete('fault', 'add', '--phase', '')).toEqual(['before', 'after'])
    expect(complete('clock', 'next', 'b')).toEqual(['batch'])
    expect(complete('clock', 'next', '--j')).toEqual(['--json'])
    expect(complete('serve', '--rate-limits', '')).toEqual(['on', 'off'])
    expect(complete('keys', 'create', '--environment', 'l')).toEqual(['live'])
    expect(complete('serve', '--port', '')).toEqual([])
  })

  it('bash completion offers files to an option that takes a file', () => {
    const start = join(folder, 'drydock.b')
    expect(complete('serve', '--data', start)).toEqual([file])
    expect(complete('snapshot', 'load', start)).toEqual([file])
    const spaced = join(folder, 'a file of my own')
    writeFileSync(spaced, '')
    expect(complete('serve', '--data', join(folder, 'a'))).toEqual([spaced])
  })

  it('bash completion offers only the part of a word after its colon, because bash keeps the part before the colon', () => {
    expect(complete('fault', 'add', 'car')).toEqual(carrierTargets)
    expect(complete('fault', 'add', 'carrier:')).toEqual([...carrierNames, '*'])
    expect(complete('fault', 'add', 'carrier:F')).toEqual(['FedEx'])
    expect(complete('fault', 'add', 'carrier:UPS', 'do')).toEqual(['down'])
    expect(complete('keys', 'create', '--scopes', 'wallet:')).toEqual(['read'])
  })

  it('bash completion offers arguments after options and their values', () => {
    expect(complete('fault', 'add', '--account', 'ci', 'carrier:UPS', 'do')).toEqual(['down'])
    expect(complete('--url', 'http://127.0.0.1:9', 'clock', 'next', '--json', 'b')).toEqual(['batch'])
    expect(complete('clock', '--account=ci', 'nex')).toEqual(['next'])
  })

  it('bash completion offers the names that a command accepts, such as error codes, carriers and scenarios', () => {
    expect(complete('fault', 'add', 'api', 'error', '--code', 'RATE.E')).toEqual(['RATE.EXPIRED'])
    expect(complete('carriers', 'connect', '')).toEqual(carrierNames)
    expect(complete('review', '--ignore', 'RETRY-AF')).toEqual(['RETRY-AFTER-IGNORED'])
    expect(complete('review', '--report', 'ju')).toEqual(['junit'])
    expect(complete('conformance', '--report', 'ju')).toEqual(['junit'])
    expect(complete('exec', '--vary', 'ea')).toEqual(['each'])
    expect(complete('serve', '--vary', 'extra-f')).toEqual(['extra-fields'])
    expect(complete('scenario', 'run', 'rolling')).toEqual(['rolling-outage'])
    expect(complete('scenario', 'run', join(folder, 'drydock.b'))).toEqual([file])
  })

  it('bash completion after "drydock exec --" offers commands and files, but no options of drydock', () => {
    expect(complete('exec', '--dat')).toEqual(['--data'])
    expect(complete('exec', '--', 'bas')).toContain('bash')
    expect(complete('exec', '--', 'cat', join(folder, 'drydock.b'))).toEqual([file])
    expect(complete('exec', '--', 'cat', '--dat')).toEqual([])
  })
})

const isShellInstalled = (shell: string): boolean =>
  process.env['DRYDOCK_TEST_ALL'] === '1' || spawnSync(shell, ['--version']).status === 0

describe.skipIf(!isShellInstalled('zsh'))('completion zsh', () => {
  it('zsh accepts the completion script', async () => {
    const { status, stderr } = spawnSync('zsh', ['-n', await writeScript('zsh')], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })

  it('zsh completion offers commands, options, accepted values, files, and the words of the command that drydock exec runs', async () => {
    const file = await writeScript('zsh')
    const program = `compdef() {}; compadd() { shift; print -r -- "$@" }; _files() { print files }; _normal() { print $CURRENT $words }
      . ${file}; words=(drydock "$@"); CURRENT=$#words; _drydock`
    const complete = (...words: readonly string[]) =>
      execFileSync('zsh', ['-f', '-c', program, 'zsh', ...words], { encoding: 'utf8' }).trim()
    expect(complete('')).toContain('serve conformance exec')
    expect(complete('fault', 'add', '--phase', '')).toBe('before after')
    expect(complete('clock', 'next', '')).toBe('webhook rate_expiry poll batch any')
    expect(complete('serve', '--data', '')).toBe('files')
    expect(complete('fault', 'add', 'car')).toContain(carrierTargets.join(' '))
    expect(complete('scenario', 'run', '')).toMatch(/rolling-outage.*\nfiles$/s)
    expect(complete('exec', '--seed', '7', '--', 'npm', 'run')).toBe('2 npm run')
    expect(complete('clock', '--account', 'ci', 'next', '')).toBe('webhook rate_expiry poll batch any')
  })
})

describe.skipIf(!isShellInstalled('fish'))('completion fish', () => {
  it('fish completion offers commands, options, accepted values, files, and the words of the command that drydock exec runs', async () => {
    const file = await writeScript('fish')
    const complete = (line: string) =>
      execFileSync('fish', ['--no-config', '-c', `source ${file}; complete -C '${line}'`], {
        encoding: 'utf8',
      })
        .split('\n')
        .map((offered) => offered.split('\t')[0])
    expect(complete('drydock wal')).toContain('wallet')
    expect(complete('drydock fault ')).toEqual(expect.arrayContaining(['add', 'list', 'clear']))
    expect(complete('drydock fault add --ph')).toContain('--phase')
    expect(complete('drydock fault add --phase ')).toEqual(expect.arrayContaining(['before', 'after']))
    expect(complete('drydock clock next ')).toEqual(expect.arrayContaining(['webhook', 'any']))
    expect(complete(`drydock serve --data ${folder}/`).join()).toContain('drydock.')
    expect(complete('drydock fault add car')).toEqual(expect.arrayContaining(carrierTargets))
    expect(complete('drydock fault add carrier:UPS do')).toContain('down')
    expect(complete('drydock scenario run rol')).toContain('rolling-outage')
    expect(complete(`drydock scenario run ${folder}/`).join()).toContain('drydock.')
    expect(complete('drydock exec -- bas')).toContain('bash')
    expect(complete('drydock fault add --account ci carrier:UPS do')).toContain('down')
    expect(complete('drydock clock --account ci nex')).toContain('next')
    expect(complete(`drydock exec -- cat ${folder}/`).join()).toContain('drydock.')
  })
})

it('the manual page of drydock is up to date; otherwise run npm run man', async () => {
  expect(readFileSync(projectFile('man/drydock.1'), 'utf8')).toBe(await renderManPage())
})

it('the manual page of drydock has only ASCII characters, which every program for manual pages can read', async () => {
  expect(await renderManPage()).toMatch(/^[\n -~]+$/)
  expect(await renderManPage()).toContain('\\[u2026]')
})
