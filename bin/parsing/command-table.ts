import type { CommandEntry } from './command.ts'

export const commandTable: readonly CommandEntry[] = [
  {
    line: 'serve',
    does: 'Start the simulator',
    load: async () => (await import('../commands/serve.ts')).serve,
  },
  {
    line: 'conformance [BASE_URL] [FILES..]',
    does: 'Check a service against every documented rule',
    load: async () => (await import('../commands/conformance.ts')).conformance,
  },
  {
    line: 'exec -- COMMAND',
    does: 'Run a command with its own simulator',
    load: async () => (await import('../commands/exec.ts')).exec,
  },
  {
    line: 'variations',
    does: 'List the responses that other conformant services may give',
    load: async () => (await import('../commands/variations.ts')).variations,
  },
  {
    line: 'review',
    does: 'Show which situations the app has met, and its mistakes',
    load: async () => (await import('../commands/review.ts')).review,
  },
  {
    line: 'wait',
    does: 'Wait until a simulator responds',
    load: async () => (await import('../commands/wait.ts')).wait,
  },
  {
    line: 'status',
    does: 'Show faults, moved clocks and failing webhooks of all accounts',
    load: async () => (await import('../commands/status.ts')).status,
  },
  {
    line: 'doctor',
    does: 'Find problems of a setup, and show how to solve them',
    load: async () => (await import('../commands/doctor.ts')).doctor,
  },
  {
    line: 'completion SHELL',
    does: 'Print a script that completes commands and options in a shell',
    load: async () => (await import('../commands/completion.ts')).createCompletionCommand(commandTable),
  },
  {
    line: 'fault add TARGET MODE',
    does: 'Add a fault',
    load: async () => (await import('../commands/driving/fault-add.ts')).faultAdd,
  },
  {
    line: 'fault list',
    does: 'List the faults and how often each was triggered',
    load: async () => (await import('../commands/driving/fault.ts')).faultList,
  },
  {
    line: 'fault clear [ID]',
    does: 'Remove one fault, or all of them',
    load: async () => (await import('../commands/driving/fault.ts')).faultClear,
  },
  {
    line: 'clock show',
    does: "Show the time on the account's clock",
    load: async () => (await import('../commands/driving/clock.ts')).clockShow,
  },
  {
    line: 'clock advance SPAN',
    does: 'Move time forward, and run the work that is due',
    load: async () => (await import('../commands/driving/clock.ts')).clockAdvance,
  },
  {
    line: 'clock preview SPAN',
    does: 'List what an advance would trigger and end',
    load: async () => (await import('../commands/driving/clock.ts')).clockPreview,
  },
  {
    line: 'clock next KIND',
    does: 'Move time forward to the next event of a kind',
    load: async () => (await import('../commands/driving/clock.ts')).clockNext,
  },
  {
    line: 'clock set ISO',
    does: 'Move time forward to an instant',
    load: async () => (await import('../commands/driving/clock.ts')).clockSet,
  },
  {
    line: 'clock freeze',
    does: 'Stop time',
    load: async () => (await import('../commands/driving/clock.ts')).clockFreeze,
  },
  {
    line: 'clock run',
    does: 'Let time run, at any speed',
    load: async () => (await import('../commands/driving/clock.ts')).clockRun,
  },
  {
    line: 'keys create',
    does: 'Create an API key',
    load: async () => (await import('../commands/driving/keys.ts')).keysCreate,
  },
  {
    line: 'keys list',
    does: 'List the API keys, without their values',
    load: async () => (await import('../commands/driving/keys.ts')).keysList,
  },
  {
    line: 'keys revoke ID',
    does: 'Revoke an API key from this instant',
    load: async () => (await import('../commands/driving/keys.ts')).keysRevoke,
  },
  {
    line: 'wallet show',
    does: 'Show the live wallet',
    load: async () => (await import('../commands/driving/wallet.ts')).walletShow,
  },
  {
    line: 'wallet set',
    does: 'Set balance, card and auto-reload',
    load: async () => (await import('../commands/driving/wallet.ts')).walletSet,
  },
  {
    line: 'wallet fund CENTS',
    does: 'Pay money into the live wallet by card',
    load: async () => (await import('../commands/driving/wallet.ts')).walletFund,
  },
  {
    line: 'wallet ledger',
    does: 'List the movements of the live balance',
    load: async () => (await import('../commands/driving/lists.ts')).walletLedger,
  },
  {
    line: 'webhook set URL',
    does: 'Send events to a URL',
    load: async () => (await import('../commands/driving/webhook.ts')).webhookSet,
  },
  {
    line: 'webhook show',
    does: 'Show where events go, and the signing secret',
    load: async () => (await import('../commands/driving/webhook.ts')).webhookShow,
  },
  {
    line: 'webhook clear',
    does: 'Send no more events',
    load: async () => (await import('../commands/driving/webhook.ts')).webhookClear,
  },
  {
    line: 'webhook deliveries',
    does: 'List the deliveries and their attempts',
    load: async () => (await import('../commands/driving/webhook.ts')).webhookDeliveries,
  },
  {
    line: 'webhook redeliver ID',
    does: 'Make one more attempt now',
    load: async () => (await import('../commands/driving/webhook.ts')).webhookRedeliver,
  },
  {
    line: 'webhook listen',
    does: 'Receive events here, verify and print them',
    load: async () => (await import('../commands/webhook-listen.ts')).webhookListen,
  },
  {
    line: 'webhook examine URL',
    does: 'Examine your own webhook receiver',
    load: async () => (await import('../commands/webhook-examine.ts')).webhookExamine,
  },
  {
    line: 'tracking script NUMBER NAME',
    does: 'Set the tracking script of a parcel',
    load: async () => (await import('../commands/driving/tracking.ts')).trackingScript,
  },
  {
    line: 'tracking event NUMBER STATUS [DETAIL]',
    does: 'Add a tracking event to a parcel now',
    load: async () => (await import('../commands/driving/tracking.ts')).trackingEvent,
  },
  {
    line: 'tracking poll [NUMBER]',
    does: 'Poll the carriers now; time does not move',
    load: async () => (await import('../commands/driving/tracking.ts')).trackingPoll,
  },
  {
    line: 'tracking scan LABEL_ID',
    does: "Scan a label's package now, as the carrier does",
    load: async () => (await import('../commands/driving/tracking.ts')).trackingScan,
  },
  {
    line: 'carriers list',
    does: 'List the carriers and the carrier accounts connected',
    load: async () => (await import('../commands/driving/carriers.ts')).carriersList,
  },
  {
    line: 'carriers connect CARRIER',
    does: 'Connect a carrier account',
    load: async () => (await import('../commands/driving/carriers.ts')).carriersConnect,
  },
  {
    line: 'carriers disconnect ID',
    does: 'Disconnect a carrier account',
    load: async () => (await import('../commands/driving/carriers.ts')).carriersDisconnect,
  },
  {
    line: 'scenario list',
    does: 'List the built-in scenarios',
    load: async () => (await import('../commands/driving/scenario.ts')).scenarioList,
  },
  {
    line: 'scenario run NAME|FILE',
    does: 'Start a scenario: outages on a timeline',
    load: async () => (await import('../commands/driving/scenario.ts')).scenarioRun,
  },
  {
    line: 'scenario check FILE',
    does: 'Find the mistakes in a scenario file',
    load: async () => (await import('../commands/driving/scenario.ts')).scenarioCheck,
  },
  {
    line: 'scenario stop',
    does: 'Stop the running scenario',
    load: async () => (await import('../commands/driving/scenario.ts')).scenarioStop,
  },
  {
    line: 'snapshot save [FILE]',
    does: "Save the account's whole state",
    load: async () => (await import('../commands/driving/snapshot.ts')).snapshotSave,
  },
  {
    line: 'snapshot load [FILE]',
    does: "Replace the account's state with a saved one",
    load: async () => (await import('../commands/driving/snapshot.ts')).snapshotLoad,
  },
  {
    line: 'snapshot list',
    does: 'List the snapshots that the simulator keeps',
    load: async () => (await import('../commands/driving/snapshot.ts')).snapshotList,
  },
  {
    line: 'snapshot delete',
    does: 'Delete a snapshot that the simulator keeps',
    load: async () => (await import('../commands/driving/snapshot.ts')).snapshotDelete,
  },
  {
    line: 'openapi',
    does: 'Write the OpenAPI document of the service',
    load: async () => (await import('../commands/openapi.ts')).openapi,
  },
  {
    line: 'postman',
    does: 'Write a Postman collection of the service',
    load: async () => (await import('../commands/postman.ts')).postman,
  },
  {
    line: 'reset',
    does: 'Reset the account to the state at its creation',
    load: async () => (await import('../commands/driving/reset.ts')).reset,
  },
  {
    line: 'accounts create [ID]',
    does: 'Create an account with its own keys, data and clock',
    load: async () => (await import('../commands/driving/accounts.ts')).accountsCreate,
  },
  {
    line: 'accounts list',
    does: 'List the accounts',
    load: async () => (await import('../commands/driving/accounts.ts')).accountsList,
  },
  {
    line: 'accounts prune',
    does: 'Delete the accounts that were not used for some time',
    load: async () => (await import('../commands/driving/accounts.ts')).accountsPrune,
  },
  {
    line: 'accounts delete ID',
    does: 'Delete an account and all its data',
    load: async () => (await import('../commands/driving/accounts.ts')).accountsDelete,
  },
  {
    line: 'labels',
    does: 'List the labels bought, newest first',
    load: async () => (await import('../commands/driving/lists.ts')).labels,
  },
  {
    line: 'trackers',
    does: 'List the trackers, newest first',
    load: async () => (await import('../commands/driving/lists.ts')).trackers,
  },
  {
    line: 'batches',
    does: 'List the batches, newest first',
    load: async () => (await import('../commands/driving/lists.ts')).batches,
  },
  {
    line: 'shipments',
    does: 'List the shipments, newest first',
    load: async () => (await import('../commands/driving/lists.ts')).shipments,
  },
  {
    line: 'requests',
    does: 'Show the requests to the service and its responses',
    load: async () => (await import('../commands/driving/requests.ts')).requests,
  },
]
