import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { createDataFilePath } from '../../../test/support/simulator/directory.ts'
import { lockFile } from './file-lock.ts'
import { describeThisProcess } from './process-mark.ts'

/** Returns a process that does nothing, until it is ended. */
async function startIdleProcess() {
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume(); console.log("up")'])
  onTestFinished(() => {
    child.kill('SIGKILL')
  })
  await once(child.stdout, 'data')
  return child
}

async function waitUntil(holds: () => boolean): Promise<void> {
  while (!holds()) await setTimeout(2)
}

const formatLock = (mark: object) => JSON.stringify({ started: null, host: hostname(), ...mark })

test('a file lock names its process and is removed when it is released', async () => {
  const file = createDataFilePath()
  const lock = await lockFile(file)

  expect(JSON.parse(readFileSync(`${file}.lock`, 'utf8'))).toEqual({
    pid: process.pid,
    started: process.platform === 'linux' ? expect.stringMatching(/^[0-9a-f-]{36}\/\d+$/) : null,
    host: hostname(),
  })
  expect(readdirSync(dirname(file))).toEqual(['drydock.data.lock'])
  await lock.release()
  expect(readdirSync(dirname(file))).toEqual([])
})

test('a second lock of the same file in one process is refused until the first is released', async () => {
  const file = createDataFilePath()
  const lock = await lockFile(file)

  await expect(lockFile(file)).rejects.toMatchObject({
    name: 'DataFileError',
    file,
    reason: 'this process has it open',
  })
  await lock.release()
  await (await lockFile(file)).release()
  expect(readdirSync(dirname(file))).toEqual([])
})

test('if a hundred claims ask for one file lock at the same time, exactly one gets it', async () => {
  const file = createDataFilePath()
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => lockFile(file)))

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(readdirSync(dirname(file))).toEqual(['drydock.data.lock'])
})

test('a file lock is refused while its process lives, and granted after that process was killed', async () => {
  const file = createDataFilePath()
  const holder = await startIdleProcess()
  const text = formatLock({ pid: holder.pid })
  writeFileSync(`${file}.lock`, text)

  await expect(lockFile(file)).rejects.toThrow(`process ${holder.pid} has it open`)
  expect(readFileSync(`${file}.lock`, 'utf8')).toBe(text)

  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const lock = await lockFile(file)
  expect(JSON.parse(readFileSync(`${file}.lock`, 'utf8'))).toMatchObject({ pid: process.pid })
  await lock.release()
})

test('if a hundred claims ask for the file lock of a dead process at the same time, exactly one gets it', async () => {
  const file = createDataFilePath()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(`${file}.lock`, formatLock({ pid }))
  const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => lockFile(file)))

  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(readdirSync(dirname(file))).toEqual(['drydock.data.lock'])
})

test('a process that died while it took over a file lock does not block the next process', async () => {
  const file = createDataFilePath()
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(`${file}.lock`, formatLock({ pid }))
  writeFileSync(`${file}.lock.next`, formatLock({ pid, started: 'then' }))
  const lock = await lockFile(file)

  expect(readdirSync(dirname(file))).toEqual(['drydock.data.lock'])
  await lock.release()
})

test.runIf(process.platform === 'linux')(
  'a file lock is granted if its holder is dead and another process has the same process id',
  async () => {
    const file = createDataFilePath()
    const stranger = await startIdleProcess()
    const { started } = await describeThisProcess()
    writeFileSync(`${file}.lock`, formatLock({ pid: stranger.pid, started }))

    await (await lockFile(file)).release()
    expect(existsSync(`${file}.lock`)).toBe(false)
  },
)

test.runIf(process.platform === 'linux')(
  'a file lock is granted if its holder is a zombie process',
  async () => {
    const file = createDataFilePath()
    const parent = spawn('sh', ['-c', 'sleep 600 & echo $!; exec sleep 600'])
    onTestFinished(() => {
      parent.kill('SIGKILL')
    })
    const [output] = await once(parent.stdout, 'data')
    const pid = Number(output)
    await waitUntil(() => readFileSync(`/proc/${parent.pid}/comm`, 'utf8') === 'sleep\n')
    process.kill(pid, 'SIGKILL')
    await waitUntil(() => readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z '))
    writeFileSync(`${file}.lock`, formatLock({ pid }))

    await (await lockFile(file)).release()
    expect(existsSync(`${file}.lock`)).toBe(false)
  },
)

test('a file lock of another host is not removed', async () => {
  const file = createDataFilePath()
  const text = formatLock({ pid: 1, host: 'elsewhere' })
  writeFileSync(`${file}.lock`, text)

  await expect(lockFile(file)).rejects.toThrow(
    /process 1 on host elsewhere holds it. If the process no longer runs, remove/,
  )
  expect(readFileSync(`${file}.lock`, 'utf8')).toBe(text)
})

test.each([
  '',
  'hello',
  '{}',
  '[]',
  'null',
  '{"pid":"1","started":null,"host":"a"}',
  '{"pid":0,"started":null,"host":"a"}',
])('a file that has the name of the lock but is no lock is not removed: %j', async (text) => {
  const file = createDataFilePath()
  writeFileSync(`${file}.lock`, text)

  await expect(lockFile(file)).rejects.toThrow(/exists, but is no lock that a simulator wrote/)
  expect(readFileSync(`${file}.lock`, 'utf8')).toBe(text)
  expect(readdirSync(dirname(file))).toEqual(['drydock.data.lock'])
})

test('releasing a file lock does not remove a lock of another holder', async () => {
  const file = createDataFilePath()
  const lock = await lockFile(file)
  const text = formatLock({ pid: 1, host: 'elsewhere' })
  writeFileSync(`${file}.lock`, text)
  await lock.release()

  expect(readFileSync(`${file}.lock`, 'utf8')).toBe(text)
})
