import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { defineFlag, defineListOption, defineOption } from '../parsing/option.ts'
import { controlTokenSetting } from '../server-options.ts'
import { readConfigFile } from './config-file.ts'
import { createIntegerReader, onOff, seed, text } from './reader.ts'

const folder = mkdtempSync(join(tmpdir(), 'drydock-config-'))
afterAll(() => rmSync(folder, { recursive: true }))

const known = [
  defineOption({ name: 'port', describe: '', reader: createIntegerReader({ min: 0, max: 65_535 }) }),
  defineOption({ name: 'seed', describe: '', reader: seed }),
  defineOption({ name: 'magic', describe: '', reader: onOff }),
  defineFlag({ name: 'quiet', describe: '' }),
  defineListOption({ name: 'allowed-host', describe: '', reader: text }),
  controlTokenSetting,
]
const balance = defineOption({
  name: 'balance',
  describe: '',
  reader: createIntegerReader({ min: 0, max: 9 }),
})

let files = 0
function writeConfig(content: string): string {
  files += 1
  const file = join(folder, `${files}.json`)
  writeFileSync(file, content)
  return file
}

function readConfig(file: string, others = () => Promise.resolve([balance])) {
  return readConfigFile({ named: file, known, others })
}

describe('a configuration file', () => {
  it('readConfigFile returns the options of a configuration file as texts', async () => {
    const fields = { port: 1, seed: 7, magic: false, quiet: true, 'allowed-host': ['a', 'b'] }
    const file = writeConfig(JSON.stringify(fields))
    const others = () => Promise.reject(new Error('other commands are not to be loaded'))
    expect(await readConfig(file, others)).toEqual({
      file,
      values: new Map([
        ['port', ['1']],
        ['seed', ['7']],
        ['magic', ['false']],
        ['quiet', ['true']],
        ['allowed-host', ['a', 'b']],
      ]),
    })
  })

  it('a configuration file may contain options of other commands', async () => {
    expect((await readConfig(writeConfig('{"balance": 5}')))?.values.get('balance')).toEqual(['5'])
  })

  it.each([
    ['{"prot": 1}', 'prot is no option of any command. Did you mean port?'],
    ['{"__proto__": 1}', '__proto__ is no option of any command.'],
    ['{"balance": "5"}', 'balance must be a number, not "5".'],
    ['{"port": "4010"}', 'port must be a number, not "4010".'],
    ['{"port": [1]}', 'port must be a number, not [1].'],
    ['{"seed": true}', 'seed must be a string or number, not true.'],
    ['{"quiet": null}', 'quiet must be a boolean, not null.'],
    ['{"allowed-host": [1]}', 'allowed-host must be a string or a list of them, not [1].'],
  ])('the refusal of the configuration %s names the file and the wrong field', async (content, says) => {
    const file = writeConfig(content)
    await expect(readConfig(file)).rejects.toThrow(`${file}: ${says}`)
  })

  it.each([
    ['{"control-token": 1234567890}', 'control-token must be a string, not a number.'],
    ['{"control-token": ["s3cret"]}', 'control-token must be a string, not a list.'],
    ['{"control-token": {"is": "s3cret"}}', 'control-token must be a string, not an object.'],
    ['{"control-token": "s3cret" "x"}', 'is not JSON: there is a mistake at position 27'],
    ['{"control-token": s3cret}', 'is not JSON: '],
  ])('the refusal of the configuration %s does not show the control token', async (content, says) => {
    const file = writeConfig(content)
    const reason = await readConfig(file).catch((error: Error) => error.message)
    expect(reason).toContain(says)
    expect(reason).not.toMatch(/s3c|12345/)
  })

  it.each(['[]', '1', 'null', '{', ''])(
    'the refusal of a configuration file with the content %j names the file',
    async (content) => {
      const file = writeConfig(content)
      await expect(readConfig(file)).rejects.toThrow(file)
    },
  )

  it('a configuration file may begin with a byte-order mark', async () => {
    expect((await readConfig(writeConfig('\uFEFF{"port": 1}')))?.values.get('port')).toEqual(['1'])
  })

  it('drydock refuses a --config file that does not exist', async () => {
    const file = join(folder, 'none.json')
    await expect(readConfig(file)).rejects.toThrow(`${file} cannot be read: there is no such file.`)
  })

  it('drydock runs without a configuration file if there is none and --config is not given', async () => {
    expect(
      await readConfigFile({ named: undefined, known, others: () => Promise.resolve([]) }),
    ).toBeUndefined()
  })
})
