import { expect, it } from 'vitest'
import { runDrydock } from '../test/support/commands/built-command.ts'

it.concurrent.each([
  'clock show',
  'fault list',
  'wallet show',
  'requests --follow',
  'webhook listen --set --port 0',
])('drydock %s reports a missing simulator in one line, with exit status 3', async (line) => {
  const { status, stdout, stderr } = await runDrydock([...line.split(' '), '--url', 'http://127.0.0.1:9'])
  expect(stderr).toMatch(/^drydock: No simulator responds at http:\/\/127\.0\.0\.1:9: .+\.\n$/)
  expect({ status, stdout }).toEqual({ status: 3, stdout: '' })
})
