import { expect, it } from 'vitest'
import { defineOption } from '../parsing/option.ts'
import { describeMisspeltVariables } from './misspelt-variables.ts'
import { text } from './reader.ts'

const defineTextOption = (name: string) => defineOption({ name, describe: 'an option', reader: text })

function describeVariables(environment: NodeJS.ProcessEnv) {
  return describeMisspeltVariables({
    environment,
    known: [defineTextOption('account'), defineTextOption('port')],
    others: async () => [defineTextOption('account'), defineTextOption('port'), defineTextOption('host')],
  })
}

it('if the name of an environment variable is similar to a variable of drydock, the message suggests the correct name', async () => {
  expect(await describeVariables({ DRYDOCK_ACOUNT: 'ci', DRYDOCK_PORT: '1', HOME: '/' })).toEqual([
    'The variable DRYDOCK_ACOUNT sets no option. Did you mean DRYDOCK_ACCOUNT?',
  ])
})

it.each([
  ['of another command', { DRYDOCK_HOST: '::1' }],
  ['that is similar to no variable', { DRYDOCK_TEST_KEY: 'x' }],
  ['whose short name has two other letters', { DRYDOCK_PAST: '1' }],
  ['that is empty', { DRYDOCK_ACOUNT: '' }],
  ['of another program', { HARBOR_ACCOUNT: 'x' }],
])('the environment variable %s is not reported as misspelt', async (_, environment) => {
  expect(await describeVariables(environment)).toEqual([])
})
