import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { runDrydock } from './support/commands/built-command.ts'

const client = fileURLToPath(new URL('clients/python_client.py', import.meta.url))

it('the Python example client completes the typical flow, counts a repeated event once and refuses a forged webhook', async () => {
  const { status, stdout, stderr } = await runDrydock(['exec', '--', 'python3', client], {
    env: { PYTHONIOENCODING: 'utf-8' },
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.trim().split('\n')).toEqual([
    'validated True',
    'rated 4',
    'bought Zoë Müller',
    'told twice [200, 200]',
    'heard once True',
    'refused a forgery 401 1',
    'downloaded %PDF-',
    'tracked pre_transit',
    'voided True',
    'nothing else came True',
  ])
})
