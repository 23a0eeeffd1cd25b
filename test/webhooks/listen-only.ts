import net from 'node:net';

/** Listens on the host and port of the command line and says so. */
const [host = '', port = ''] = process.argv.slice(2);
net.createServer(() => {}).listen({ host, port: Number(port), backlog: 1 }, () => console.log('listening'));
