import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, readdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { expect, test } from 'vitest'
import { createDataFilePath } from '../../../../test/support/simulator/directory.ts'
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

test('killing the process at any moment loses no confirmed change of a data file', async () => {
  const file = createDataFilePath()
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
  // A writing process removes the temporary files of the killed ones at its start. A reading process does not.
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  store.put('lbl_last')
  await journal.close()
  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
}, 120_000)

/**
 * Whether the data file has the commit of a record completely or not at all. The writing process stores each record
 * with a twin in one commit, and deletes the twin twenty records later.
 */
function isWhole(id: string, ids: ReadonlySet<string>): boolean {
  const [lane = '', number = ''] = id.split('-')
  return ids.has(`${id}-twin`) !== ids.has(`${lane}-${Number(number) + 20}`)
}

test('opening a data file that another process has open is refused until that process is killed', async () => {
  const file = createDataFilePath()
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

test('if the disk is full, new changes of a data file fail, and they are stored once there is room', async () => {
  const file = createDataFilePath()
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

  const listIdsAfter = (word: string) =>
    said.filter((line) => line.startsWith(word)).map((line) => line.split(' ')[1])
  const kept = listIdsAfter('kept')
  expect(listIdsAfter('refused')).toHaveLength(1)
  expect(said.find((line) => line.includes('drydock.data'))).toMatch(
    /the file has reached the largest size allowed/,
  )
  expect(kept.at(-1)).toBe('last')
  expect(said).toContain('behind')
  const full = await read(whileFull)
  expect(full.store.ids()).toEqual(kept.slice(0, -1))
  expect(full.recovered.droppedTail).toBe(false)
  const after = await read(file)
  expect(after.store.ids()).toEqual([...kept.slice(0, -1), ...listIdsAfter('refused'), 'last'])
  expect(after.recovered.droppedTail).toBe(false)
})

test.each([
  ['read-only', 0o400],
  ['unreadable', 0o000],
])('opening a data file that is %s for its user is refused and changes nothing', async (_, mode) => {
  const file = createDataFilePath()
  await read(file)
  const before = readFileSync(file)
  chmodSync(file, mode)
  // Root can write every file, so a test that runs as root starts the writer as another user.
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

  expect(complaint).toContain(`${file}: this user has no right to read and write it. Give the user`)
  expect(said).toEqual([])
  expect(readdirSync(dirname(file))).toEqual(['drydock.data'])
  chmodSync(file, 0o600)
  expect(readFileSync(file)).toEqual(before)
})
