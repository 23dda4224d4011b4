import kafkajs from "kafkajs";
import type { Kafka, RetryOptions, SASLOptions } from "kafkajs";
import { compress, decompress } from "../../compression/zstd.ts";
import type { KafkaConnection } from "../../env/connections.ts";
import type { Logger } from "../../logging/logger.ts";

const { CompressionCodecs, CompressionTypes, Kafka: KafkaClient } = kafkajs;

/** kafkajs supports only gzip; Node has zstd built in, which takes a fraction of the time. */
CompressionCodecs[CompressionTypes.ZSTD] = () => ({
  compress: (encoder: { readonly buffer: Buffer }) => compress(encoder.buffer),
  decompress: (buffer: Buffer) => decompress(buffer),
});

export const compressions = ["none", "gzip", "zstd"] as const;
export type Compression = (typeof compressions)[number];

export const compressionTypes: Readonly<Record<Compression, number>> = {
  none: CompressionTypes.None,
  gzip: CompressionTypes.GZIP,
  zstd: CompressionTypes.ZSTD,
};

// We choose the partition of every record ourselves.
process.env["KAFKAJS_NO_PARTITIONER_WARNING"] ??= "1";

/** A few quick retries, enough for a moved leader; callers themselves retry after longer failures. */
export const quickRetry: RetryOptions = { initialRetryTime: 50, maxRetryTime: 500, retries: 4 };

/**
 * Creates a client without connecting. kafkajs' own messages are logged as debug, because we log each failure
 * ourselves.
 */
export function createKafka({ brokers, tls, sasl }: KafkaConnection, logger: Logger): Kafka {
  return new KafkaClient({
    clientId: "hoplog",
    brokers: [...brokers],
    ...(tls && { ssl: { ...tls } }),
    ...(sasl && { sasl: saslOptions(sasl) }),
    connectionTimeout: 5000,
    requestTimeout: 20_000,
    retry: quickRetry,
    logCreator:
      () =>
      ({ namespace, log: { message } }) =>
        logger.debug({ kafka: namespace }, message),
  });
}

/** Converts the login to kafkajs' types, which need a literal mechanism. */
function saslOptions({ mechanism, ...login }: NonNullable<KafkaConnection["sasl"]>): SASLOptions {
  switch (mechanism) {
    case "plain":
      return { mechanism, ...login };
    case "scram-sha-256":
      return { mechanism, ...login };
    case "scram-sha-512":
      return { mechanism, ...login };
  }
}
