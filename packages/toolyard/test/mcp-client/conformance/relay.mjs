/** The suite's client: hands the scenario to the test that listens on the socket, and ends as that says. */
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'

const [socket, url] = process.argv.slice(2)
const { MCP_CONFORMANCE_SCENARIO: name = '', MCP_CONFORMANCE_CONTEXT: context = '{}' } = process.env
const connection = connect({ path: socket, allowHalfOpen: true })
connection.end(JSON.stringify({ name, context, url }))
const { code, said } = JSON.parse(await text(connection))
process.stderr.write(said)
process.exitCode = code
