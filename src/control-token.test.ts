import { describe, expect, it } from 'vitest'
import { runRefusedCommand } from '../test/support/commands/refused-command.ts'
import { connectDrydock } from './client/http/connection.ts'
import { runConformance } from './conformance/index.ts'
import { describeTokenProblem } from './control-token.ts'
import { readOptions } from './options.ts'

const badTokens: readonly (readonly [what: string, token: string, words: RegExp])[] = [
  ['an empty token', '', /must not be empty/],
  ['a token with a newline', 'sesame\nopen', /no control characters/],
  ['a token with a tab', 'sesame\topen', /no control characters/],
  ['a token with a null', 'sesame\0', /no control characters/],
  ['a token with DEL', 'sesame\x7f', /no control characters/],
  ['a token beyond Latin-1', 'sésame 🔑', /none beyond Latin-1/],
  ['a token that begins with a blank', ' sesame', /must not begin or end with a blank/],
  ['a token that ends with a blank', 'sesame ', /must not begin or end with a blank/],
  ['a token of 4,097 characters', 's'.repeat(4097), /must have at most 4096 characters/],
]

describe.each(badTokens)('a bad control token: %s', (_, token, words) => {
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
      // An environment variable cannot contain a null character.
      if (token.includes('\0') && given.length === 0) continue
      const { status, lines } = await runRefusedCommand([name, ...given, ...rest], env)
      expect(status).toBe(2)
      expect(lines.join('\n')).toMatch(words)
      expect(lines.join('\n')).toContain('control-token')
      if (token !== '') expect(lines.join('\n')).not.toContain(token.trim())
    }
  })

  it('startDrydock, connectDrydock and runConformance refuse a bad control token', async () => {
    const url = 'http://127.0.0.1:9'
    await expect(readOptions({ controlToken: token })).rejects.toThrow(words)
    await expect(connectDrydock(url, { controlToken: token })).rejects.toThrow(words)
    await expect(runConformance({ baseUrl: url, key: 'k', controlToken: token })).rejects.toThrow(words)
  })
})

it.each(['sesame', 'öffne dich', 'a b', '~', 'ÿ'])(
  'describeTokenProblem accepts %j as a control token',
  (token) => {
    expect(describeTokenProblem(token)).toBeUndefined()
  },
)
