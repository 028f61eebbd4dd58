import { describe, expect, it } from 'vitest'
import { refusedCommand } from '../test/support/commands/refused-command.ts'
import { connectDrydock } from './client/http/connection.ts'
import { runConformance } from './conformance/index.ts'
import { controlTokenProblem } from './control-token.ts'
import { readOptions } from './options.ts'

const odd: readonly (readonly [what: string, token: string, words: RegExp])[] = [
  ['an empty one', '', /must not be empty/],
  ['one with a newline', 'sesame\nopen', /no control characters/],
  ['one with a tab', 'sesame\topen', /no control characters/],
  ['one with a null', 'sesame\0', /no control characters/],
  ['one with DEL', 'sesame\x7f', /no control characters/],
  ['one beyond Latin-1', 'sésame 🔑', /none beyond Latin-1/],
  ['one that begins with a blank', ' sesame', /must not begin or end with a blank/],
  ['one that ends with a blank', 'sesame ', /must not begin or end with a blank/],
  ['one of 4,097 characters', 's'.repeat(4097), /must have at most 4096 characters/],
]

describe.each(odd)('a control token: %s', (_, token, words) => {
  it.each([
    ['serve', '--port', '0'],
    ['exec', '--', 'true'],
    ['clock', 'show'],
    ['wait'],
    ['conformance', 'http://127.0.0.1:9'],
  ])('drydock %s refuses a bad control token as an option and in the environment', async (...command) => {
    const [name = '', ...rest] = command
    for (const [given, env] of [
      [['--control-token', token], {}],
      [[], { DRYDOCK_CONTROL_TOKEN: token }],
    ] as const) {
      // No environment holds a null.
      if (token.includes('\0') && given.length === 0) continue
      const { status, lines } = await refusedCommand([name, ...given, ...rest], env)
      expect(status).toBe(2)
      expect(lines.join('\n')).toMatch(words)
      expect(lines.join('\n')).toContain('control-token')
      if (token !== '') expect(lines.join('\n')).not.toContain(token.trim())
    }
  })

  it('a bad control token is refused by the library, the client and the suite', async () => {
    const url = 'http://127.0.0.1:9'
    await expect(readOptions({ controlToken: token })).rejects.toThrow(words)
    await expect(connectDrydock(url, { controlToken: token })).rejects.toThrow(words)
    await expect(runConformance({ baseUrl: url, key: 'k', controlToken: token })).rejects.toThrow(words)
  })
})

it.each(['sesame', 'öffne dich', 'a b', '~', 'ÿ'])('a control token may be %j', (token) => {
  expect(controlTokenProblem(token)).toBeUndefined()
})
