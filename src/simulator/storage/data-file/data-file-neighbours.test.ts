import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  copyFileSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { basename, dirname } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createDataFilePath } from '../../../../test/support/simulator/directory.ts'
import { TestStore } from '../../../../test/support/simulator/store.ts'
import { describeThisProcess } from '../process-mark.ts'
import { openDataFile } from './data-file.ts'
import { encodeLine } from './data-line.ts'

async function reopenStore(file: string): Promise<TestStore> {
  const store = new TestStore()
  await (await openDataFile(file, store)).close()
  return store
}

/** Opens the file and commits a change, as every successful start does. */
async function commitChange(file: string): Promise<void> {
  const store = new TestStore()
  const journal = await openDataFile(file, store)
  store.put('lbl_1')
  await journal.close()
}

/** Lists the files beside the data file, by the parts of their names after the data file's name. */
function listFilesBeside(file: string): readonly string[] {
  return readdirSync(dirname(file))
    .map((name) => name.slice(basename(file).length))
    .filter((rest) => rest !== '')
    .sort()
}

/** Returns the mark of a process that has ended. */
function createDeadMark(host = hostname()): string {
  return JSON.stringify({ pid: spawnSync('true').pid, started: 'long ago', host })
}

describe('the files beside a data file', () => {
  const mine = [
    ['.tmp-7', 'drydock-data 1\nhalf a snap'],
    ['.tmp-7-2', 'drydo'],
    ['.lock.next', createDeadMark()],
  ] as const
  const others = [
    ['.tmp', 'drydock-data 1\nsomebody keeps a copy'],
    ['.tmp-old', 'drydock-data 1\n'],
    ['.tmp-8', 'notes of somebody'],
    ['.lock.next.next', createDeadMark('another-host')],
    ['.lock-notes', 'a file'],
  ] as const

  test('opening a data file removes only the temporary files of dead processes beside it', async () => {
    const file = createDataFilePath()
    await reopenStore(file)
    for (const [rest, text] of [...mine, ...others]) writeFileSync(file + rest, text)
    const makeWorkshop = (rest: string, files: Readonly<Record<string, string>>) => {
      mkdirSync(file + rest)
      for (const [name, text] of Object.entries(files)) writeFileSync(`${file}${rest}/${name}`, text)
    }
    makeWorkshop('.lock-aaaaaa', { draft: createDeadMark(), successor: createDeadMark() })
    makeWorkshop('.lock-bbbbbb', {})
    utimesSync(`${file}.lock-bbbbbb`, 0, 0)
    makeWorkshop('.lock-cccccc', {})
    makeWorkshop('.lock-dddddd', { draft: JSON.stringify(await describeThisProcess()) })
    makeWorkshop('.lock-eeeeee', { draft: createDeadMark(), 'not-ours': '' })
    await commitChange(file)

    const kept = ['.lock-cccccc', '.lock-dddddd', '.lock-eeeeee', ...others.map(([rest]) => rest)]
    expect(listFilesBeside(file)).toEqual(kept.sort())
    for (const [rest, text] of others) expect(readFileSync(file + rest, 'utf8')).toBe(text)
  })

  test('opening a data file that is refused removes no file beside it', async () => {
    const file = createDataFilePath()
    writeFileSync(file, 'somebody else wrote this\n')
    for (const [rest, text] of [...mine, ...others]) writeFileSync(file + rest, text)
    await expect(reopenStore(file)).rejects.toThrow(/does not begin with/)

    expect(listFilesBeside(file)).toEqual([...mine, ...others].map(([rest]) => rest).sort())
    expect(readFileSync(file, 'utf8')).toBe('somebody else wrote this\n')
  })

  test('making or compacting a data file overwrites no other file', async () => {
    const file = createDataFilePath()
    const names = ['.tmp', `.tmp-${process.pid}`]
    for (const name of names) writeFileSync(file + name, name)
    const store = new TestStore()
    const journal = await openDataFile(file, store)
    const before = statSync(file).ino
    for (let n = 0; statSync(file).ino === before; n += 1) {
      store.put(`lbl_${n % 10}`, 'x'.repeat(50_000))
      await journal.commit()
    }
    await journal.close()
    expect(listFilesBeside(file)).toEqual(names)
    for (const name of names) expect(readFileSync(file + name, 'utf8')).toBe(name)
  })
})

describe('a data file with two names', () => {
  test('a process cannot open the same data file twice under two file names', async () => {
    const file = createDataFilePath()
    await reopenStore(file)
    linkSync(file, `${file}-too`)
    const journal = await openDataFile(file, new TestStore())
    await expect(openDataFile(`${file}-too`, new TestStore())).rejects.toThrow(
      /-too: this process has it open under another name/,
    )
    await journal.close()
    await reopenStore(`${file}-too`)
  })

  test('opening a hard link of a data file that another process has open is refused, but a copy can be opened', async () => {
    const file = createDataFilePath()
    await reopenStore(file)
    const running = JSON.stringify({ pid: process.ppid, started: null, host: hostname() })
    appendOpener(file, running)
    const before = readFileSync(file)
    copyFileSync(file, `${file}-copy`)
    linkSync(file, `${file}-too`)
    await expect(reopenStore(`${file}-too`)).rejects.toThrow(
      `process ${process.ppid} has it open under another name`,
    )
    expect(readFileSync(file)).toEqual(before)
    await reopenStore(`${file}-copy`)

    appendOpener(file, createDeadMark())
    await reopenStore(`${file}-too`)
  })

  test('a data file that a process on another host opened last can be opened', async () => {
    const file = createDataFilePath()
    await reopenStore(file)
    appendOpener(file, JSON.stringify({ pid: process.ppid, started: null, host: 'elsewhere' }))
    linkSync(file, `${file}-too`)
    await reopenStore(`${file}-too`)
  })
})

/** Appends a line to the data file as if another process had opened it last. */
function appendOpener(file: string, mark: string): void {
  const last = readFileSync(file, 'latin1').trimEnd().split('\n').at(-1) ?? ''
  const previous = Number.parseInt(last.slice(0, 8), 16)
  appendFileSync(file, encodeLine(`{"opened":${mark}}`, previous).bytes)
}

describe('a data file that was removed while it was open', () => {
  test.each<[string, (file: string) => void]>([
    ['removed', (file) => rmSync(file)],
    ['moved away', (file) => renameSync(file, `${file}-elsewhere`)],
    [
      'replaced',
      (file) => {
        writeFileSync(`${file}-other`, 'of somebody else')
        renameSync(`${file}-other`, file)
      },
    ],
  ])('a data file that was %s stores no commit, reports that, and is not created again', async (_, lose) => {
    const file = createDataFilePath()
    const store = new TestStore()
    const journal = await openDataFile(file, store)
    const heard: string[] = []
    journal.watch({
      onFailure: ({ reason }) => heard.push(reason),
      onRecovery: () => heard.push('recovered'),
      onNotice: failTruncating,
    })
    lose(file)
    const after = listFilesBeside(file)
    store.put('lbl_1')
    await expect(journal.commit()).rejects.toThrow(/it was removed or replaced by another file/)
    await expect(journal.commit()).rejects.toThrow(/removed/)
    expect(heard).toEqual(['it was removed or replaced by another file while the simulator ran'])
    await expect(journal.close()).rejects.toThrow(/removed/)
    expect(listFilesBeside(file)).toEqual(after.filter((rest) => rest !== '.lock'))
  })

  test('the simulator notices without a request that a data file was removed and put back, and reports that once', async () => {
    const file = createDataFilePath()
    const store = new TestStore()
    const journal = await openDataFile(file, store)
    const heard: string[] = []
    const recovered = new Promise<void>((resolve) => {
      journal.watch({ onFailure: () => heard.push('failing'), onRecovery: resolve, onNotice: failTruncating })
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => {
      vi.useRealTimers()
    })
    renameSync(file, `${file}-elsewhere`)
    store.put('lbl_1')
    await expect(journal.commit()).rejects.toThrow(/removed/)
    renameSync(`${file}-elsewhere`, file)
    vi.advanceTimersByTime(1_000)
    await recovered
    expect([heard, vi.getTimerCount()]).toEqual([['failing'], 0])
    await journal.close()
    expect((await reopenStore(file)).ids()).toEqual(['lbl_1'])
  })

  test('a data file that was removed and put back gets the changes that could not be stored meanwhile', async () => {
    const file = createDataFilePath()
    const store = new TestStore()
    const journal = await openDataFile(file, store)
    renameSync(file, `${file}-elsewhere`)
    store.put('lbl_1')
    await expect(journal.commit()).rejects.toThrow(/removed/)
    renameSync(`${file}-elsewhere`, file)
    await journal.commit()
    await journal.close()
    expect((await reopenStore(file)).ids()).toEqual(['lbl_1'])
  })
})

describe('a data file that somebody shortened while it was open', () => {
  test.each([
    ['emptied', 0],
    ['cut by a few bytes', -7],
  ])(
    'a data file that was shortened (%s) is written again at the next change, and this is reported',
    async (_, by) => {
      const file = createDataFilePath()
      const store = new TestStore()
      const journal = await openDataFile(file, store)
      const heard: string[] = []
      journal.watch({
        onFailure: failTruncating,
        onRecovery: failTruncating,
        onNotice: (text) => heard.push(text),
      })
      store.put('lbl_1')
      await journal.commit()
      truncateSync(file, by === 0 ? 0 : statSync(file).size + by)
      store.put('lbl_2')
      await journal.commit()
      expect(heard).toEqual([expect.stringContaining('It has been written anew; nothing was lost.')])
      store.put('lbl_3')
      await journal.commit()
      await journal.close()
      expect(heard).toHaveLength(1)
      expect((await reopenStore(file)).ids()).toEqual(['lbl_1', 'lbl_2', 'lbl_3'])
    },
  )

  test('a data file that was shortened is written again when it is closed', async () => {
    const file = createDataFilePath()
    const store = new TestStore()
    const journal = await openDataFile(file, store)
    store.put('lbl_1')
    await journal.commit()
    truncateSync(file, 0)
    await journal.close()
    expect((await reopenStore(file)).ids()).toEqual(['lbl_1'])
  })
})

function failTruncating(): void {
  throw new Error('Nothing failed.')
}
