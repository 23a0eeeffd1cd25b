import { describe, expect, test } from 'bun:test';
import { createLogOutput } from '../../../src/cli/server/log-output.ts';

/** An output with a reader that takes `room` bytes, and then no more until it gets more room. */
const open = (maxWaitingBytes: number) => {
  const reader = { room: 0, text: '', isClosed: false };
  const output = createLogOutput({
    maxWaitingBytes,
    droppedLine: (lines) => `dropped ${lines}`,
    writeReady(bytes) {
      if (reader.isClosed) throw new Error('EPIPE');
      const taken = bytes.subarray(0, reader.room);
      reader.room -= taken.byteLength;
      reader.text += Buffer.from(taken).toString();
      return taken.byteLength;
    },
  });
  return { output, reader };
};

describe('the output of the log', () => {
  test('keeps lines in their order while nobody reads, and says how many it has dropped', async () => {
    const { output, reader } = open(12);
    output.write('one', 1);
    output.write('two\n2', 2);
    output.write('three', 1);
    output.write('four\n4\n4', 3);
    expect(reader.text).toBe('');
    reader.room = 6;
    output.write('a line', 1);
    expect(reader.text).toBe('one\ntw');
    reader.room = 100;
    output.write('next', 1);
    expect(reader.text).toBe('one\ntwo\n2\ndropped 4\na line\nnext\n');
  });

  test('says it also when no line follows', async () => {
    const { output, reader } = open(4);
    output.write('one', 1);
    output.write('two', 1);
    reader.room = 100;
    await output.end();
    expect(reader.text).toBe('one\ndropped 1\n');
  });

  test('ends without a reader, and goes on after one that has closed', async () => {
    const { output, reader } = open(100);
    output.write('never read', 1);
    await output.end();
    reader.isClosed = true;
    output.write('refused', 1);
    reader.isClosed = false;
    reader.room = 100;
    output.write('read', 1);
    expect(reader.text).toBe('dropped 2\nread\n');
  });
});
