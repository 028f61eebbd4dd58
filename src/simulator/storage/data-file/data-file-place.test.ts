import { readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createTemporaryDirectory } from '../../../../test/support/simulator/directory.ts'
import { TestStore } from '../../../../test/support/simulator/store.ts'
import { openDataFile } from './data-file.ts'

describe('a path where no data file can be', () => {
  test.each<[RegExp, string, (directory: string) => string]>([
    [/it is a directory\. Name a file/, 'a directory', (directory) => directory],
    [
      /its directory does not exist\. Create the directory/,
      'a missing directory',
      (directory) => join(directory, 'none', 'x'),
    ],
    [
      /a part of its path is a file/,
      'a file as a directory',
      (directory) => {
        writeFileSync(join(directory, 'file'), '')
        return join(directory, 'file', 'x')
      },
    ],
    [
      /symbolic links lead back to themselves/,
      'links in a circle',
      (directory) => {
        symlinkSync(join(directory, 'b'), join(directory, 'a'))
        symlinkSync(join(directory, 'a'), join(directory, 'b'))
        return join(directory, 'a')
      },
    ],
    [
      /symbolic link to a file that does not exist/,
      'a link to nothing',
      (directory) => {
        symlinkSync(join(directory, 'nothing'), join(directory, 'a'))
        return join(directory, 'a')
      },
    ],
    [/it is no ordinary file/, 'a device', () => '/dev/null'],
    [/its name is too long/, 'a name too long', (directory) => join(directory, 'x'.repeat(300))],
  ])('a path that cannot be a data file is refused with the message %s: %s', async (words, _, prepare) => {
    const directory = createTemporaryDirectory()
    const path = prepare(directory)
    const before = readdirSync(directory)

    await expect(openDataFile(path, new TestStore())).rejects.toMatchObject({
      name: 'DataFileError',
      message: expect.stringMatching(words),
    })
    expect(readdirSync(directory)).toEqual(before)
  })

  test.runIf(process.platform === 'linux')(
    'opening a data file is refused if its folder accepts no lock',
    async () => {
      const message = /^\/proc\/version: the simulator cannot create its lock file beside it in \/proc\./
      await expect(openDataFile('/proc/version', new TestStore())).rejects.toMatchObject({
        message: expect.stringMatching(message),
      })
    },
  )

  test('the message of an error about a data file names the file', async () => {
    const directory = createTemporaryDirectory()

    await expect(openDataFile(directory, new TestStore())).rejects.toMatchObject({
      file: directory,
      line: null,
    })
  })
})
