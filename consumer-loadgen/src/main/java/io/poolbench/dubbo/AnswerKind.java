package io.poolbench.dubbo;

import org.apache.dubbo.rpc.protocol.dubbo.DubboCodec;

/** The kinds of good answers of a call, by the type that precedes the value. */
enum AnswerKind {
  /** A value that is not null. */
  VALUE(DubboCodec.RESPONSE_VALUE, DubboCodec.RESPONSE_VALUE_WITH_ATTACHMENTS),
  NULL(DubboCodec.RESPONSE_NULL_VALUE, DubboCodec.RESPONSE_NULL_VALUE_WITH_ATTACHMENTS),
  ANY(
      DubboCodec.RESPONSE_VALUE,
      DubboCodec.RESPONSE_VALUE_WITH_ATTACHMENTS,
      DubboCodec.RESPONSE_NULL_VALUE,
      DubboCodec.RESPONSE_NULL_VALUE_WITH_ATTACHMENTS);

  private final int bits;

  AnswerKind(int... types) {
    int all = 0;
    for (int type : types) {
      all |= 1 << type;
    }
    this.bits = all;
  }

  boolean accepts(int type) {
    return type >= 0 && type < Integer.SIZE && (bits >>> type & 1) != 0;
  }
}
