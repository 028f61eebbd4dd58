import { defineRemoteCommand } from '../../remote.ts'

export const reset = defineRemoteCommand({
  examples: [{ line: 'drydock reset', does: 'The default account without data, with the same keys' }],
  act: async ({ account }) => {
    await account.reset()
    return [`The account ${account.id} is reset.`]
  },
})
