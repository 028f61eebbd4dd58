import { inject } from 'vitest'

/**
 * Returns the simulator of the built command, which all test files share. Tests may use only their own accounts in it.
 * A test of the default account, of all accounts or of the process starts its own command with `serveDrydock`.
 */
export function sharedSimulator(): { readonly url: string } {
  const url = inject('sharedSimulatorUrl')
  if (url === undefined) throw new Error('The command is not built: run npm run build first.')
  return { url }
}
