import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { newDataFile } from '../../../../test/support/simulator/directory.ts'
import { TestStore } from '../../../../test/support/simulator/store.ts'
import { useWriter } from '../../../../test/support/simulator/writer-process.ts'
import { openDataFile } from './data-file.ts'

const startWriter = useWriter()

async function read(file: string) {
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  await journal.close()
  return { store, recovered: journal.recovered }
}

test('a writer killed at any moment loses nothing it confirmed and leaves nothing half written', async () => {
  const file = newDataFile()
  const kept: string[] = []
  for (let round = 0; round < 8; round += 1) {
    const enough = kept.length + 50 + round * 150
    const { child, ended } = startWriter(['write', file, String(round * 1_000_000)], {
      heard: (line) => {
        if (line !== 'open') kept.push(line)
        if (kept.length >= enough) child.kill('SIGKILL')
      },
    })
    await ended

    const ids = new Set((await read(file)).store.ids())
    expect(kept.filter((id) => !ids.has(id))).toEqual([])
    expect([...ids].filter((id) => !id.endsWith('-twin') && !isWhole(id, ids))).toEqual([])
  }
  expect(kept.length).toBeGreaterThan(4_000)
  // A start that writes removes the files of the killed writers; one that only reads does not.
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  store.put('lbl_last')
  await journal.close()
  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
}, 120_000)

/** The writer puts each record with its twin, and removes the twin with the twentieth record after it. */
function isWhole(id: string, ids: ReadonlySet<string>): boolean {
  const [lane = '', number = ''] = id.split('-')
  return ids.has(`${id}-twin`) !== ids.has(`${lane}-${Number(number) + 20}`)
}

test('a file in use by another process is refused until that process is killed', async () => {
  const file = newDataFile()
  let heard: () => void = () => {}
  const isOpen = new Promise<void>((resolve) => {
    heard = resolve
  })
  const { child, ended } = startWriter(['hold', file], { heard })
  await isOpen

  await expect(openDataFile(file, new TestStore())).rejects.toThrow(`process ${child.pid} has it open`)
  child.kill('SIGKILL')
  await ended
  expect((await read(file)).recovered).toEqual({ records: 0, droppedTail: false })
})

test('a full disk refuses new changes, damages nothing, and stores them when there is room', async () => {
  const file = newDataFile()
  const whileFull = `${file}-while-full`
  const said: string[] = []
  const { child, ended } = startWriter(['fill', file], {
    limitKiB: 64,
    heard: (line) => {
      said.push(line)
      if (!line.startsWith('refused')) return
      copyFileSync(file, whileFull)
      spawnSync('prlimit', ['--pid', String(child.pid), '--fsize=unlimited'])
      child.stdin.write('go\n')
    },
  })
  await ended

  const named = (word: string) =>
    said.filter((line) => line.startsWith(word)).map((line) => line.split(' ')[1])
  const kept = named('kept')
  expect(named('refused')).toHaveLength(1)
  expect(said.find((line) => line.includes('drydock.data'))).toMatch(
    /the file has reached the largest size allowed/,
  )
  expect(kept.at(-1)).toBe('last')
  expect(said).toContain('behind')
  const full = await read(whileFull)
  expect(full.store.ids()).toEqual(kept.slice(0, -1))
  expect(full.recovered.droppedTail).toBe(false)
  const after = await read(file)
  expect(after.store.ids()).toEqual([...kept.slice(0, -1), ...named('refused'), 'last'])
  expect(after.recovered.droppedTail).toBe(false)
})

test.each([
  ['read-only', 0o400],
  ['unreadable', 0o000],
])('a file that is %s for its user is refused and left alone', async (_, mode) => {
  const file = newDataFile()
  await read(file)
  const before = readFileSync(file)
  chmodSync(file, mode)
  // The superuser can write every file, so the writer then runs as another user.
  const nobody = process.getuid?.() === 0 ? 65534 : undefined
  if (nobody !== undefined) for (const path of [file, dirname(file)]) chownSync(path, nobody, nobody)
  const said: string[] = []
  const { child, ended } = startWriter(['hold', file], {
    heard: (line) => said.push(line),
    ...(nobody !== undefined && { uid: nobody }),
  })
  let complaint = ''
  child.stderr.on('data', (text) => {
    complaint += text
  })
  await ended

  expect(complaint).toContain(`${file}: it may not be read and written by this user. Give the user`)
  expect(said).toEqual([])
  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
  chmodSync(file, 0o600)
  expect(readFileSync(file)).toEqual(before)
})
