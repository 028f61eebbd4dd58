import { isLoopback } from '../../src/local-address.ts'
import type { DrydockServer } from '../../src/server/drydock-server.ts'
import { DataFileError } from '../../src/simulator/storage/data-file/data-file-error.ts'
import { createIntegerReader, text, variations } from '../files/reader.ts'
import { openInBrowser } from '../opening.ts'
import type { Command } from '../parsing/command.ts'
import { defineFlag, defineOption, defineOptionWithDefault } from '../parsing/option.ts'
import { renderBanner } from '../printing/banner.ts'
import { print, printProblem } from '../printing/output.ts'
import { createRequestPrinter } from '../printing/request-printer.ts'
import { controlTokenSetting, noControlSetting, readServerOptions, serverOptions } from '../server-options.ts'
import { startSimulator } from '../starting.ts'
import { catchStopOfCommand } from '../stop-signal.ts'

const port = defineOptionWithDefault({
  name: 'port',
  describe: 'port to listen on; 0 for any free port',
  reader: createIntegerReader({ min: 0, max: 65_535 }),
  otherwise: '4010',
})

const host = defineOptionWithDefault({
  name: 'host',
  describe: 'address to listen on',
  reader: text,
  otherwise: '127.0.0.1',
})

const vary = defineOption({
  name: 'vary',
  describe:
    'respond as other conformant services may: NAME,NAME, all-of:N (the N-th variation of each part) or seed:N (a random combination); see drydock variations',
  reader: variations,
})

const quiet = defineFlag({ name: 'quiet', describe: 'print only the address' })

const open = defineFlag({ name: 'open', describe: 'open the dashboard in a browser' })

const json = defineFlag({ name: 'json', describe: 'log each request as a line of JSON' })

export const serve: Command = {
  options: [port, host, ...serverOptions, vary, open, quiet, json],
  examples: [
    { line: 'drydock serve', does: 'Start a simulator on port 4010 with its data in memory' },
    { line: 'drydock serve --open', does: 'Start a simulator and open its dashboard in a browser' },
    {
      line: 'drydock serve --data drydock.db --clock x60',
      does: 'Keep the data in a file, and let an hour pass in each minute',
    },
    {
      line: 'drydock serve --port 0 --seed 7 --clock frozen --quiet',
      does: 'Start on a free port, with the same ids and times in every run',
    },
  ],
  // Log lines that could not be written do not change the exit status, because stderr has already reported them.
  lostOutputStatus: 0,
  run: async (input) => {
    const printer = createRequestPrinter({ asJson: input.get(json) })
    const stop = catchStopOfCommand()
    const server = await startSimulator({
      ...readServerOptions(input),
      vary: input.get(vary),
      port: input.get(port),
      host: input.get(host),
      onExchange: input.get(quiet) ? undefined : printer.print,
      onHold: input.get(quiet) ? undefined : printer.printHold,
      onNotice: (notice) => printProblem(...notice.split('\n')),
    })
    const isControlled = !input.get(noControlSetting)
    const hasToken = input.get(controlTokenSetting) !== undefined
    if (isControlled && !hasToken && !isLoopback(input.get(host))) {
      printProblem(
        `${input.get(host)} can be reached from other machines, and the control protocol has no token; ` +
          'set one with --control-token, or switch it off with --no-control.',
      )
    }
    if (!input.get(quiet) && !input.get(json)) {
      print(renderBanner(server, { isControlled, hasToken }))
    }
    print(`drydock listening on ${server.url}\n`)
    if (input.get(open)) openDashboard(server, isControlled)
    await stop.stopped
    const status = await stopServer(server)
    printer.flush()
    return status
  },
}

/** Opens the dashboard in the browser; prints a line if that fails. */
function openDashboard({ url }: DrydockServer, isControlled: boolean): void {
  if (isControlled) openInBrowser(`${url}/dashboard`, printProblem)
  else printProblem('There is no dashboard with --no-control, so none is opened.')
}

/** Stops the server and returns the exit status: 1 if the last changes could not be written to the data file. */
async function stopServer(server: DrydockServer): Promise<number> {
  try {
    await server.close()
    return 0
  } catch (error) {
    const reason = error instanceof DataFileError ? `${error.file}: ${error.reason}` : String(error)
    printProblem(`The last changes could not be written to the data file and are lost: ${reason}.`)
    return 1
  }
}
