import { isLoopback } from '../../src/local-address.ts'
import type { DrydockServer } from '../../src/server/drydock-server.ts'
import { DataFileError } from '../../src/simulator/storage/data-file/data-file-error.ts'
import { integer, text, variations } from '../files/reader.ts'
import { openInBrowser } from '../opening.ts'
import type { Command } from '../parsing/command.ts'
import { flag, option, optionWithDefault } from '../parsing/option.ts'
import { showBanner } from '../printing/banner.ts'
import { complain, print } from '../printing/output.ts'
import { createRequestPrinter } from '../printing/request-printer.ts'
import { controlTokenSetting, noControlSetting, readServerOptions, serverOptions } from '../server-options.ts'
import { startSimulator } from '../starting.ts'
import { awaitStop } from '../stop-signal.ts'

const port = optionWithDefault({
  name: 'port',
  describe: 'port to listen on; 0 for any free port',
  reader: integer({ min: 0, max: 65_535 }),
  otherwise: '4010',
})

const host = optionWithDefault({
  name: 'host',
  describe: 'address to listen on',
  reader: text,
  otherwise: '127.0.0.1',
})

const vary = option({
  name: 'vary',
  describe: 'respond as other sound services do: NAME,NAME or all-of:N or seed:N (see drydock variations)',
  reader: variations,
})

const quiet = flag({ name: 'quiet', describe: 'print only the address' })

const open = flag({ name: 'open', describe: 'open the dashboard in a browser' })

const json = flag({ name: 'json', describe: 'log each request as a line of JSON' })

export const serve: Command = {
  options: [port, host, ...serverOptions, vary, open, quiet, json],
  examples: [
    { line: 'drydock serve', does: 'On port 4010, in memory' },
    { line: 'drydock serve --open', does: 'With the dashboard in a browser' },
    {
      line: 'drydock serve --data drydock.db --clock x60',
      does: 'With a data file, and an hour in each minute',
    },
    {
      line: 'drydock serve --port 0 --seed 7 --clock frozen --quiet',
      does: 'For a test run: the same ids and times in every run',
    },
  ],
  // The server was stopped as intended; lost log output is reported when it happens.
  lostOutputStatus: 0,
  run: async (given) => {
    const printer = createRequestPrinter({ asJson: given.of(json) })
    const stop = awaitStop()
    const server = await startSimulator({
      ...readServerOptions(given),
      vary: given.of(vary),
      port: given.of(port),
      host: given.of(host),
      onExchange: given.of(quiet) ? undefined : printer.print,
      onHold: given.of(quiet) ? undefined : printer.printHold,
      onNotice: (notice) => complain(...notice.split('\n')),
    })
    const isControlled = !given.of(noControlSetting)
    const hasToken = given.of(controlTokenSetting) !== undefined
    if (isControlled && !hasToken && !isLoopback(given.of(host))) {
      complain(
        `${given.of(host)} can be reached from other machines, and the control protocol has no token; ` +
          'set one with --control-token, or switch it off with --no-control.',
      )
    }
    if (!given.of(quiet) && !given.of(json)) {
      print(showBanner(server, { isControlled, hasToken }))
    }
    print(`drydock listening on ${server.url}\n`)
    if (given.of(open)) openDashboard(server, isControlled)
    await stop.stopped
    const status = await stopServer(server)
    printer.flush()
    return status
  },
}

/** Opens the dashboard in the browser; a failure is only reported. */
function openDashboard({ url }: DrydockServer, isControlled: boolean): void {
  if (isControlled) openInBrowser(`${url}/dashboard`, complain)
  else complain('There is no dashboard with --no-control, so none is opened.')
}

/** Stops the server. Only then may it turn out that the data file cannot be written. */
async function stopServer(server: DrydockServer): Promise<number> {
  try {
    await server.close()
    return 0
  } catch (error) {
    const reason = error instanceof DataFileError ? `${error.file}: ${error.reason}` : String(error)
    complain(`The last changes could not be kept and are lost: ${reason}.`)
    return 1
  }
}
