import { chmodSync, chownSync, mkdirSync, renameSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createDataFilePath } from '../../../../test/support/simulator/directory.ts'
import { TestStore } from '../../../../test/support/simulator/store.ts'
import { useWriter } from '../../../../test/support/simulator/writer-process.ts'
import { openDataFile } from './data-file.ts'

const startWriter = useWriter()

async function read(file: string) {
  const journal = await openDataFile(file, new TestStore())
  await journal.close()
  return journal.recovered
}

describe('a data file that two users share', () => {
  const nobody = 65534
  // Only root may run a process as another user, so other users skip these tests.
  const isRoot = process.getuid?.() === 0 || process.env['DRYDOCK_TEST_ALL'] !== undefined

  /** Returns a file that belongs to `owner`, in a folder where everybody may write. */
  async function createSharedFile(owner: number, mode: number): Promise<string> {
    const file = createDataFilePath()
    await read(file)
    chmodSync(dirname(file), 0o777)
    chmodSync(file, mode)
    chownSync(file, owner, owner)
    return file
  }

  /**
   * Starts a process of the user `uid` that writes the data file until it is compacted; returns the output of the
   * process.
   */
  async function writeUntilCompacted(file: string, uid: number): Promise<readonly string[]> {
    const said: string[] = []
    const { ended } = startWriter(['compact', file], { uid, heard: (line) => said.push(line) })
    await ended
    return said
  }

  test.skipIf(!isRoot)('compaction by root keeps the owner, group and mode of a data file', async () => {
    const file = await createSharedFile(nobody, 0o664)
    const { ino } = statSync(file)
    expect(await writeUntilCompacted(file, 0)).toEqual(['open'])
    const { uid, gid, mode, ino: inoAfter } = statSync(file)
    expect(inoAfter).not.toBe(ino)
    expect([uid, gid, mode & 0o777]).toEqual([nobody, nobody, 0o664])
    expect((await read(file)).records).toBe(50)
  })

  test.skipIf(!isRoot)(
    'compaction by another user changes the owner of a data file, and this is reported',
    async () => {
      const file = await createSharedFile(0, 0o666)
      expect(await writeUntilCompacted(file, nobody)).toEqual([
        'open',
        expect.stringMatching(
          /was written anew: it now belongs to user 65534, group \d+, not to user 0, group 0/,
        ),
      ])
      expect([statSync(file).uid, statSync(file).mode & 0o777]).toEqual([nobody, 0o666])
      expect((await read(file)).records).toBe(50)
    },
  )

  test.skipIf(!isRoot)(
    'a data file that cannot be compacted keeps growing, and the reason is reported',
    async () => {
      const file = await createSharedFile(0, 0o666)
      const data = `${dirname(file)}/closed/drydock.data`
      mkdirSync(dirname(data))
      chmodSync(dirname(data), 0o777)
      renameSync(file, data)
      // The lock is created beside the file, so the folder becomes read-only only afterwards.
      const said: string[] = []
      const { ended } = startWriter(['compact', data], {
        uid: nobody,
        heard: (line) => {
          said.push(line)
          if (line === 'open') chmodSync(dirname(data), 0o755)
        },
      })
      await ended
      expect(said[1]).toMatch(/keeps growing, because it cannot be written anew \(EACCES: permission denied/)
    },
  )
})
