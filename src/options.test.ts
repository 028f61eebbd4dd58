import { describe, expect, it } from 'vitest'
import { serverOptions } from '../bin/server-options.ts'
import { optionNames, readOptions } from './options.ts'
import { OptionsError } from './options-error.ts'

/** Returns the message of the OptionsError for options of any type. */
async function readRefusal(options: unknown): Promise<string> {
  try {
    await Reflect.apply(readOptions, undefined, [options])
  } catch (error) {
    if (error instanceof OptionsError) return error.message
    throw error
  }
  throw new Error('The options were accepted.')
}

describe('the options of startDrydock', () => {
  it.each([
    [{ prot: 4703 }, 'there is no option prot, only port, host, '],
    [{ port: '4703' }, "port: must be a whole number from 0 to 65535, not '4703'"],
    [{ port: 65_536 }, 'port: must be a whole number from 0 to 65535, not 65536'],
    [{ host: '' }, "host: must be a text that is not empty, not ''"],
    [{ data: 5 }, 'data: must be a text that is not empty, not 5'],
    [{ seed: null }, 'seed: must be a whole number, or a text of 1 to 100 characters, not null'],
    [
      { clock: 'x0' },
      'clock: must be realtime, frozen or xN with N above 0 and up to 1000000, or one of these with @',
    ],
    [{ clock: { mode: 'realtime', rate: -1 } }, "not { mode: 'realtime', rate: -1 }"],
    [{ clock: { mode: 'frozen', now: 'noon' } }, "not { mode: 'frozen', now: 'noon' }"],
    [{ clock: 'frozen@noon' }, "not 'frozen@noon'"],
    [{ clock: 'frozen@' }, "or { mode, rate, now } of the same, not 'frozen@'"],
    [
      { scenario: 'nope' },
      "scenario: 'nope' is neither a built-in scenario nor a file; built in are bad-day",
    ],
    [{ scenario: '.' }, "'.' is neither a built-in scenario nor a file"],
    [{ rateLimits: 'none' }, "rateLimits: must be true, false, on or off, not 'none'"],
    [{ magic: 0 }, 'magic: must be true, false, on or off, not 0'],
    [
      { control: false },
      'control: cannot turn the control protocol off, because the library uses it; protect it',
    ],
    [{ noControl: true }, 'noControl: cannot turn the control protocol off'],
    [{ allowedHost: 5 }, 'allowedHost: must be a name, or a list of names, not 5'],
    [{ allowedHosts: 'shop.test' }, "allowedHosts: must be a list of names, not 'shop.test'"],
    [
      { clock: 'frozen@2030-01-31T12:00:00' },
      'clock: must have the zone of its time, as in frozen@2030-01-31T12:00:00Z for UTC.',
    ],
    [
      { clock: { mode: 'frozen', now: '2030-01-31T12:00:00' } },
      'clock: must have the zone of its time, as in 2030-01-31T12:00:00Z for UTC.',
    ],
    [{ publicUrl: 'https://a.test/v1/' }, 'publicUrl: must end before /v1/: write https://a.test.'],
    [{ publicUrl: 'nope' }, "publicUrl: must be an address that begins with http:// or https://, not 'nope'"],
    [{ webhookUrl: 'ftp://a.test' }, 'it begins with neither http:// nor https://'],
    [
      { quiet: false },
      'quiet: cannot be changed, because the library prints nothing; pass a function as onExchange',
    ],
    [
      { json: true },
      'json: cannot be changed, because the library prints nothing; pass a function as onExchange',
    ],
    [{ onExchange: 1 }, 'onExchange: must be a function, not 1'],
    [{ onNotice: 'no' }, "onNotice: must be a function, not 'no'"],
    ['frozen', "must be an object of options, not 'frozen'"],
  ])('startDrydock refuses the options %j', async (options, says) => {
    expect(await readRefusal(options)).toContain(says)
  })

  it('startDrydock names all invalid options in one message, and shows no token', async () => {
    const refusal = await readRefusal({ port: -1, controlToken: ['sesame'], prot: 1 })
    expect(refusal).toMatch(
      /^The options cannot be used: .*port: .*controlToken: must be a text.*no option prot, .*\.$/,
    )
    expect(refusal).not.toContain('sesame')
  })

  it.each([
    ['frozen@2030-01-31T12:00:00Z', { mode: 'frozen', rate: 1, nowMs: Date.UTC(2030, 0, 31, 12) }],
    ['x60@2030-01-31', { mode: 'realtime', rate: 60, nowMs: Date.UTC(2030, 0, 31) }],
    ['realtime', { mode: 'realtime', rate: 1, nowMs: null }],
    [
      { mode: 'frozen', now: '2030-01-31T13:00:00+01:00' },
      { mode: 'frozen', rate: 1, nowMs: Date.UTC(2030, 0, 31, 12) },
    ],
  ] as const)('startDrydock reads the clock %j', async (clock, read) => {
    expect((await readOptions({ clock })).clock).toEqual(read)
  })

  it('startDrydock accepts options in the spellings of the library and of the command line', async () => {
    expect(
      await readOptions({
        port: undefined,
        seed: 7,
        clock: { rate: 5 },
        rateLimits: 'off',
        magic: false,
        control: 'on',
        noControl: false,
        allowedHosts: ['one.test'],
        allowedHost: 'other.test',
        quiet: true,
        json: false,
      }),
    ).toMatchObject({
      port: 0,
      seed: '7',
      clock: { mode: 'realtime', rate: 5 },
      rateLimits: false,
      magic: false,
      control: true,
      allowedHosts: ['one.test', 'other.test'],
    })
  })

  it('startDrydock has every option of drydock serve', () => {
    const serve = [...serverOptions.map(({ name }) => name), 'port', 'host', 'quiet', 'json']
    const camel = serve.map((name) => name.replaceAll(/-(\w)/g, (_, letter) => letter.toUpperCase()))
    expect(camel.filter((name) => !optionNames.includes(name))).toEqual([])
  })
})
