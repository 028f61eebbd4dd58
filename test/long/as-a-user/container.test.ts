import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { projectFile } from '../../support/project.ts'

/** Runs the commands of the Dockerfile and the compose file in a folder, without a container. */

interface Instruction {
  readonly name: string
  readonly rest: string
}

const instructions: readonly Instruction[] = readFileSync(projectFile('docker/Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ name: line.split(' ')[0] ?? '', rest: line.slice(line.indexOf(' ') + 1) }))
const findInstructions = (name: string) =>
  instructions.filter((one) => one.name === name).map(({ rest }) => rest)
const compose = parse(readFileSync(projectFile('docker/compose.yaml'), 'utf8'))

// The rules of hadolint, a linter of Dockerfiles: DL3000, DL3002, DL3006, DL3007, DL3012, DL3020, DL3025, DL3045,
// DL3057, DL3059, DL4000, DL4003 and DL4004.
describe('the Dockerfile keeps the rules of hadolint', () => {
  it('the Dockerfile names its slim base image of Node by the full version', () => {
    expect(findInstructions('FROM')).toEqual([expect.stringMatching(/^node:\d+\.\d+\.\d+-\w+-slim$/)])
  })

  it('the Dockerfile ends with a user that is not root', () => {
    expect(findInstructions('USER').at(-1)).not.toMatch(/^(?:root|0)\b/)
  })

  it('the Dockerfile has one CMD, ENTRYPOINT and HEALTHCHECK, none of which uses a shell', () => {
    for (const text of [
      findInstructions('CMD'),
      findInstructions('ENTRYPOINT'),
      findInstructions('HEALTHCHECK'),
    ]) {
      expect(text).toHaveLength(1)
      expect(JSON.parse(text[0]?.slice(text[0].indexOf('[')) ?? '')).toEqual(expect.any(Array))
    }
  })

  it('the Dockerfile copies files with COPY into an absolute folder, and has one RUN', () => {
    expect([findInstructions('ADD'), findInstructions('MAINTAINER')]).toEqual([[], []])
    expect(findInstructions('WORKDIR')).toEqual([expect.stringMatching(/^\//)])
    expect(instructions.findIndex(({ name }) => name === 'COPY')).toBeGreaterThan(
      instructions.findIndex(({ name }) => name === 'WORKDIR'),
    )
    expect(findInstructions('RUN')).toHaveLength(1)
  })
})

const isRoot = process.getuid?.() === 0
const user = isRoot ? 65_534 : (process.getuid?.() ?? 0)
const folder = mkdtempSync(join(tmpdir(), 'drydock-container-'))
const token = 'token-of-the-team'
const running: ChildProcess[] = []
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

/** Replaces the paths of the container image by paths below the test's folder, and its user by the user of the test. */
const replacePaths = (text: string) =>
  text.replaceAll('node:node', `${user}:${user}`).replaceAll(/(^|["=\s])\/(data|opt)\b/g, `$1${folder}/$2`)

const parseWords = (text = ''): readonly string[] => JSON.parse(replacePaths(text.slice(text.indexOf('['))))
const entry = parseWords(findInstructions('ENTRYPOINT')[0])
const imageSettings = Object.fromEntries(findInstructions('ENV').map((pair) => replacePaths(pair).split('=')))

function startContainerCommand(words: readonly string[], settings: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [...entry.slice(1), ...words], {
    ...(isRoot && { uid: user, gid: user }),
    cwd: folder,
    env: { PATH: process.env['PATH'], ...imageSettings, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const printed = { text: '' }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed.text += text))
  return { child, printed }
}

const checkHealth = (url: string) =>
  spawnSync(process.execPath, parseWords(findInstructions('HEALTHCHECK')[0]).slice(1), {
    env: { DRYDOCK_URL: url },
  }).status

function findFreePort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(String(typeof address === 'object' ? address?.port : 0)))
    })
  })
}

/** Returns the settings of a service in the compose file, with addresses of this machine. */
const readComposeSettings = (service: string, ports: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    Object.entries<string>(compose.services[service].environment).map(([name, value]) => [
      name,
      value
        .replace(/^\$\{.*\}$/, token)
        .replace(/http:\/\/(\w+):\d+/, (_, host: string) => `http://127.0.0.1:${ports[host]}`),
    ]),
  )

describe('the commands of the container image', () => {
  beforeAll(() => {
    chmodSync(folder, 0o755)
    mkdirSync(join(folder, 'opt/drydock'), { recursive: true })
    // The existing build is packed, without the npm script `prepack`, which would remove it while other tests use it.
    const packed = spawnSync('npm', ['pack', '--silent', '--ignore-scripts', '--pack-destination', folder], {
      cwd: projectFile('.'),
      encoding: 'utf8',
    }).stdout.trim()
    copyFileSync(join(folder, packed), join(folder, 'opt/drydock/package.tgz'))
    const { status, stderr } = spawnSync(
      'sh',
      ['-ec', replacePaths(findInstructions('RUN')[0] ?? '').replace('npm cache clean --force', 'true')],
      {
        cwd: join(folder, 'opt/drydock'),
        encoding: 'utf8',
        env: { ...process.env, npm_config_prefer_offline: 'true' },
      },
    )
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' })
  }, 120_000)

  it('the container runs as its own user, keeps its data file, sends events to a webhook receiver and stops at SIGTERM', async () => {
    const ports = { drydock: await findFreePort(), receiver: await findFreePort() }
    const url = `http://127.0.0.1:${ports.drydock}`
    expect(checkHealth(url)).toBe(3)
    const settings = { ...readComposeSettings('drydock', ports), DRYDOCK_PORT: ports.drydock }
    const served = startContainerCommand(parseWords(findInstructions('CMD')[0]), settings)
    await expect.poll(() => checkHealth(url), { timeout: 20_000 }).toBe(0)
    const listening = startContainerCommand(
      [...compose.services.receiver.command, '--port', ports.receiver],
      readComposeSettings('receiver', ports),
    )
    await expect.poll(() => listening.printed.text, { timeout: 20_000 }).toContain('listening')

    const script = readFileSync(projectFile('examples/shell/ship-order.sh'), 'utf8')
    const shipped = spawnSync(
      'bash',
      ['-c', script.replace('-d \'{"by":"3d"}\'', `-d '{"by":"3d"}' -H 'Authorization: Bearer ${token}'`)],
      {
        encoding: 'utf8',
        env: {
          PATH: process.env['PATH'],
          DRYDOCK_URL: url,
          DRYDOCK_CONTROL_URL: `${url}/_drydock`,
          DRYDOCK_TEST_KEY: 'pr_test_d0c0d0c0d0c0d0c0d0c0d0c0d0c0d0c0',
        },
      },
    )
    expect(shipped.stdout + shipped.stderr).toMatch(/is delivered/)
    await expect.poll(() => listening.printed.text, { timeout: 10_000 }).toContain('signature ok')

    for (const { child } of [served, listening]) {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      expect(await ended).toEqual([0, null])
    }
    expect(statSync(join(folder, 'data/drydock.db')).uid).toBe(user)
  }, 90_000)
})
