package interop;

import com.google.protobuf.Struct;

/** The service of the providers of gRPC, whose messages need no generated classes. */
public interface Messages {
  Struct echo(Struct message);

  Struct fail(Struct message);

  Struct slow(Struct message);

  Struct attachment(Struct message);

  Struct close(Struct message);
}
