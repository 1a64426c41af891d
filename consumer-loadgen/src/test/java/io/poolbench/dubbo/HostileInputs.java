package io.poolbench.dubbo;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.poolbench.api.EffectivePool;
import io.poolbench.api.Ready;
import io.poolbench.api.RpcProtocol;
import io.poolbench.api.UserInfo;
import io.poolbench.core.Release;
import io.poolbench.dubbo.ClientKind.TargetConfig;
import io.poolbench.http.HttpTargets;
import io.poolbench.inspect.ApplicationSettings;
import io.poolbench.journal.Journal;
import io.poolbench.journal.SampleSlices;
import io.poolbench.journal.Slice;
import io.poolbench.lab.HostileLines;
import io.poolbench.load.Destination;
import io.poolbench.load.Ends;
import io.poolbench.load.FailureReasons;
import io.poolbench.load.RecordedArrivals;
import io.poolbench.load.Target;
import io.poolbench.observe.ObservationFile;
import io.poolbench.observe.ObservedProgram;
import io.poolbench.study.CallSettings.Serialization;
import io.poolbench.study.ConfigException;
import io.poolbench.study.DriverSettings;
import io.poolbench.study.PlainStudy;
import io.poolbench.study.ServiceMethod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import org.apache.dubbo.common.serialize.ObjectOutput;
import org.apache.dubbo.remoting.exchange.Response;
import org.apache.dubbo.rpc.protocol.dubbo.DubboCodec;
import org.apache.dubbo.rpc.protocol.tri.TripleCustomerProtocolWrapper.TripleResponseWrapper;

/**
 * Reads damaged inputs of every kind that comes from outside, in a JVM of its own with a small
 * heap. Each must be read, be a failed call with a reason, or be refused in one line; anything else
 * ends this JVM with a stack trace and the seed of the input.
 */
final class HostileInputs {
  private static final int MAX_REPEATED = 1 << 20;
  private static final int[] LENGTHS = {
    Integer.MAX_VALUE, -1, Integer.MIN_VALUE, 1 << 30, 0xffff, 0x7fffff
  };
  private static final String STUDY =
      """
      title: A study
      provider: {threads: 4, queues: 100, jvm: {options: [-Xmx128m]}}
      redis: {records: 10, latency: 1ms}
      load: {users: [2, 4], warmup: 1s, settle: 200ms, measure: 1s}
      sla: {tp99: 50ms, availability: 99.9%}
      cells: [{name: first}, {name: second, provider: {threads: 8}}]
      """;

  private static final List<String> LINES =
      List.of(
          new Ready(
                  7,
                  Release.UNKNOWN,
                  "Dubbo 3.3.6",
                  List.of(
                      new Ready.Endpoint(
                          20880, new EffectivePool("Pool", 1, 2, 60_000L, "Queue", 10))))
              .toLine(),
          "ANSWER {\"id\":9,\"result\":{\"a\":[0,1,{\"b\":null}]}}",
          "BROKEN code=pool-not-replaced reason=the pool is used by another");

  private static final String OBSERVED =
      """
      {"pid":"7","begun":"2026-11-28T12:00:00Z","poolbench":"0.1.0"}
      {"program":"orders.jar"}
      {"sampled":{"fromMillis":0,"toMillis":1000,"process":{"samples":2,"cpuShare":0.5,\
      "ownNanos":5000000,"collectedMillis":0},"pools":[{"setup":{"id":1,\
      "type":"java.util.concurrent.ThreadPoolExecutor",\
      "thread":"DubboServerHandler-10.0.0.1:20880-thread-3","core":8,"max":8,"measured":false,\
      "queueCapacity":0,"counts":{"tasks":true,"refusals":false}},\
      "samples":{"busy":[2,4],"queued":[0,0]},"arrivals":[7,5],\
      "counts":{"completed":300,"refused":0,"cpuNanos":30000000},\
      "heldSeconds":3,"sites":[{"state":"sleep","at":"Orders.find","via":"","blocker":"",\
      "count":4}]}],"connections":[]}}
      """;

  private interface Reader {
    void read(Random random) throws Exception;
  }

  private final Path folder;

  private HostileInputs(Path folder) {
    this.folder = folder;
  }

  /** Arguments: the number of inputs of each kind, the first seed, a folder, the kinds or none. */
  public static void main(String[] arguments) throws Exception {
    int tries = Integer.parseInt(arguments[0]);
    long first = Long.parseLong(arguments[1]);
    HostileInputs inputs = new HostileInputs(Path.of(arguments[2]));
    Map<String, Reader> kinds = inputs.kinds();
    if (arguments.length > 3) {
      kinds.keySet().retainAll(List.of(arguments).subList(3, arguments.length));
    }
    for (Map.Entry<String, Reader> kind : kinds.entrySet()) {
      long began = System.nanoTime();
      for (long seed = first; seed < first + tries; seed++) {
        try {
          kind.getValue().read(new Random(seed));
        } catch (Throwable e) {
          System.err.println(kind.getKey() + ", seed " + seed);
          e.printStackTrace();
          System.exit(1);
        }
      }
      System.out.printf(
          "%s: %d inputs, %d s%n",
          kind.getKey(), tries, (System.nanoTime() - began) / 1_000_000_000);
    }
    System.exit(0);
  }

  private Map<String, Reader> kinds() throws Exception {
    Map<String, Reader> kinds = new java.util.LinkedHashMap<>();
    for (Serialization form : Serialization.values()) {
      kinds.put(form.id(), answers(form));
      kinds.put("triple wrapper of " + form.id(), wrappers(form));
    }
    kinds.put("triple frames", this::triple);
    kinds.put("http", this::http);
    kinds.put("journal", journals());
    kinds.put("json lines", this::lines);
    kinds.put("observation", this::observations);
    kinds.put("recording", this::recordings);
    kinds.put("jar", jars());
    kinds.put("yaml", this::studies);
    return kinds;
  }

  /** Some changes of a valid input: lengths, bytes, cuts, and parts that are repeated. */
  static byte[] damaged(byte[] valid, Random random) {
    byte[] input = valid;
    for (int left = 1 + random.nextInt(4); left > 0 && input.length > 0; left--) {
      int at = random.nextInt(input.length);
      ByteBuffer bytes = ByteBuffer.wrap(input.clone());
      input = bytes.array();
      switch (random.nextInt(6)) {
        case 0 -> input[at] = (byte) random.nextInt();
        case 1 -> input[at] ^= (byte) (1 << random.nextInt(8));
        case 2 -> {
          if (at + Integer.BYTES <= input.length) {
            bytes.putInt(at, LENGTHS[random.nextInt(LENGTHS.length)]);
          }
        }
        case 3 -> input = java.util.Arrays.copyOf(input, at);
        case 4 -> input = repeated(input, at, random);
        default -> {
          // A length in the forms of hessian2 and JSONB, announced by a tag.
          if (at + 1 + Integer.BYTES <= input.length) {
            input[at] = (byte) (random.nextBoolean() ? 'I' : 'X');
            bytes.putInt(at + 1, LENGTHS[random.nextInt(LENGTHS.length)]);
          }
        }
      }
    }
    return input;
  }

  private static byte[] repeated(byte[] input, int at, Random random) {
    int length = 1 + random.nextInt(Math.min(64, input.length - at));
    int times = 1 << random.nextInt(18);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(input, 0, at);
    for (int time = 0; time < times && out.size() < MAX_REPEATED; time++) {
      out.write(input, at, length);
    }
    out.write(input, at, input.length - at);
    return out.toByteArray();
  }

  private static List<Object> values() {
    List<Object> shared = new ArrayList<>(List.of("a", "b", 3, 4L, 5.5, true));
    Map<Object, Object> map = new HashMap<>();
    map.put("list", shared);
    map.put("again", shared);
    map.put("set", Set.of(1, 2, 3));
    map.put("bytes", new byte[] {1, 2, 3});
    map.put("decimal", new java.math.BigDecimal("123456789.123456789"));
    map.put("integer", new java.math.BigInteger("123456789012345678901234567890"));
    map.put("date", java.time.LocalDate.of(2026, 11, 28));
    map.put("text", "ä€𝄞".repeat(20));
    map.put("number", 1_700_000_000_000L);
    return List.of(
        new UserInfo("pin", "name", 3, 4, "x".repeat(50)),
        map,
        new ArrayList<>(List.of(map, shared, map)),
        "text",
        new int[] {1, 2, 3, 70_000},
        new RuntimeException("message", new RuntimeException("cause")));
  }

  private static byte[] serialized(CodecScope codec, Serialization form, int type, Object value)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ObjectOutput output =
        codec
            .framework()
            .getExtensionLoader(org.apache.dubbo.common.serialize.Serialization.class)
            .getExtension(form.id())
            .serialize(codec.url(), out);
    if (type >= 0) {
      output.writeByte((byte) type);
    }
    output.writeObject(value);
    output.flushBuffer();
    return out.toByteArray();
  }

  private static TargetConfig config(String client, MeasuredCall call, Destination to) {
    DriverSettings settings = new DriverSettings(client, ServiceMethod.FIND_USER_INFO, 1, 100, 1);
    return new TargetConfig(settings, RpcProtocol.TRI, to, call, new FailureReasons());
  }

  private static MeasuredCall call() {
    return MeasuredCall.of(ServiceMethod.FIND_USER_INFO, TestService.USERS);
  }

  private Reader answers(Serialization form) throws IOException {
    FrameCodec codec = new FrameCodec(call(), 1_000);
    List<byte[]> bodies = new ArrayList<>();
    for (Object value : values()) {
      bodies.add(serialized(codec, form, DubboCodec.RESPONSE_VALUE, value));
      bodies.add(serialized(codec, form, DubboCodec.RESPONSE_WITH_EXCEPTION, value));
    }
    int id = form == Serialization.HESSIAN2 ? 2 : 23;
    return random -> {
      byte[] body = damaged(bodies.get(random.nextInt(bodies.size())), random);
      int status = random.nextInt(5) == 0 ? Response.SERVICE_ERROR : Response.OK;
      ByteBuf frame =
          Unpooled.buffer()
              .writeShort(0xdabb)
              .writeByte(id)
              .writeByte(status)
              .writeLong(1)
              .writeInt(body.length)
              .writeBytes(body);
      FrameCodec.Answer answer = codec.decode(frame, 0, frame.readableBytes());
      if (answer.failure() == null) {
        String unused = call().mismatch(0, answer.value()) + AnswerJson.pretty(answer.value());
      }
    };
  }

  private Reader wrappers(Serialization form) throws IOException {
    TriCodec codec = new TriCodec(config("tri", call(), Destination.direct(Address.ANY)));
    List<byte[]> messages = new ArrayList<>();
    for (Object value : values()) {
      messages.add(
          TripleResponseWrapper.Builder.newBuilder()
              .setSerializeType(form == Serialization.HESSIAN2 ? "hessian4" : "fastjson2")
              .setData(serialized(codec, form, -1, value))
              .setType(UserInfo.class.getName())
              .build()
              .toByteArray());
    }
    return random -> {
      byte[] message = damaged(messages.get(random.nextInt(messages.size())), random);
      FrameCodec.Answer unused =
          random.nextBoolean() ? codec.decode(message) : TriCodec.thrown(message);
    };
  }

  /** A server that answers each connection with the same bytes. */
  private static void serve(byte[] answer, TargetOpener opener) throws Exception {
    try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
      Thread serving =
          new Thread(
              () -> {
                try {
                  while (true) {
                    Socket connection = server.accept();
                    connection.getOutputStream().write(answer);
                  }
                } catch (IOException closed) {
                  return;
                }
              });
      serving.start();
      Ends ends = new Ends();
      try (Target target =
          opener.open(
              Destination.direct(
                  new java.net.InetSocketAddress(
                      InetAddress.getLoopbackAddress(), server.getLocalPort())),
              ends)) {
        Object unused = ends.call(target, 0);
      } catch (IOException refused) {
        requireOneLine(refused.getMessage());
      }
    }
  }

  private interface TargetOpener {
    Target open(Destination server, Target.Completion completion) throws IOException;
  }

  /**
   * SETTINGS, HEADERS, DATA and trailers of the first stream, of which all but the first change.
   */
  private void triple(Random random) throws Exception {
    ByteBuf settings = Unpooled.buffer();
    Http2Frame.writeHeader(settings, 0, 4, 0, 0);
    ByteBuf frames = Unpooled.buffer();
    byte[] head = {(byte) 0x88};
    Http2Frame.writeHeader(frames, head.length, 1, 4, 1);
    frames.writeBytes(head);
    byte[] message = new byte[40];
    message[4] = 35;
    Http2Frame.writeHeader(frames, message.length, 0, 0, 1);
    frames.writeBytes(message);
    byte[] trailers = "\0\013grpc-status\0010".getBytes(StandardCharsets.ISO_8859_1);
    Http2Frame.writeHeader(frames, trailers.length, 1, 5, 1);
    frames.writeBytes(trailers);
    byte[] changed = damaged(io.netty.buffer.ByteBufUtil.getBytes(frames), random);
    byte[] answer =
        io.netty.buffer.ByteBufUtil.getBytes(
            Unpooled.wrappedBuffer(settings, Unpooled.wrappedBuffer(changed)));
    serve(
        answer,
        (server, completion) -> TriConnection.open(config("tri", call(), server), 1, completion));
  }

  private void http(Random random) throws Exception {
    String valid =
        random.nextBoolean()
            ? "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Type: text/plain\r\n\r\nhello"
            : "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n";
    serve(
        damaged(valid.getBytes(UTF_8), random),
        (server, completion) ->
            new HttpTargets(server, "/", 100, 1, 1, new FailureReasons()).open(1, completion));
  }

  private Reader journals() throws IOException {
    Path written = folder.resolve("valid.jsonl");
    Journal journal = Journal.open(written);
    for (int round = 0; round < 3; round++) {
      journal.add(SampleSlices.slice(round, 4, 1_000, new long[] {3, 4, 500}, new long[] {7}));
    }
    journal.add(new io.poolbench.journal.Entry.Ended(Instant.EPOCH, true));
    byte[] valid = Files.readAllBytes(written);
    Path file = folder.resolve("damaged.jsonl");
    return random -> {
      Files.write(file, damaged(valid, random));
      try {
        List<Slice> slices = Journal.open(file).slices().toList();
        String unused = slices.isEmpty() ? "" : Slice.sum(slices).total().toString();
      } catch (IOException | IllegalArgumentException e) {
        requireOneLine(e.getMessage());
      }
    };
  }

  private void lines(Random random) {
    String valid = LINES.get(random.nextInt(LINES.size()));
    HostileLines.read(new String(damaged(valid.getBytes(UTF_8), random), UTF_8));
  }

  private void observations(Random random) throws IOException {
    Path file = folder.resolve(ObservationFile.NAME);
    Files.write(file, damaged(OBSERVED.getBytes(UTF_8), random));
    ObservedProgram observed;
    try {
      observed = ObservedProgram.read(file);
    } catch (IOException | RuntimeException e) {
      requireOneLine(e.getMessage());
      return;
    }
    Object unused = observed.watch().findings();
  }

  private void recordings(Random random) throws IOException {
    Path file = folder.resolve("recording");
    RecordedArrivals.write(file, List.of(3, 0, 12, 1_000_000, 7));
    Files.write(file, damaged(Files.readAllBytes(file), random));
    try {
      RecordedArrivals.read(file).requireReplayable(1_000);
    } catch (IOException e) {
      requireOneLine(e.getMessage());
    }
  }

  private Reader jars() throws IOException {
    ByteArrayOutputStream valid = new ByteArrayOutputStream();
    try (JarOutputStream jar = new JarOutputStream(valid)) {
      entry(jar, "BOOT-INF/classes/application.yml", "dubbo:\n  protocol: {threads: 7}\n");
      entry(jar, "BOOT-INF/classes/application.properties", "dubbo.protocol.threads=8\n");
      entry(jar, "BOOT-INF/classes/spring.xml", "<dubbo:protocol threads='9'/>");
      entry(jar, "BOOT-INF/lib/other.jar", "no jar");
      entry(jar, "com/example/Service.class", "no class");
    }
    Path file = folder.resolve("application.jar");
    return random -> {
      Files.write(file, damaged(valid.toByteArray(), random));
      try {
        ApplicationSettings settings = ApplicationSettings.read(List.of(file));
        Object unused = settings.place("dubbo", 20_880);
        try (UnpackedClassPath opened = UnpackedClassPath.open(List.of(file.toString()))) {
          try (Stream<Path> files = Files.walk(opened.temporary().path())) {
            long ignored = files.count();
          }
        }
      } catch (IOException | ConfigException e) {
        requireOneLine(e.getMessage());
      }
    };
  }

  private static void entry(JarOutputStream jar, String name, String content) throws IOException {
    jar.putNextEntry(new JarEntry(name));
    jar.write(content.getBytes(UTF_8));
    jar.closeEntry();
  }

  private void studies(Random random) throws IOException {
    Path file = folder.resolve("damaged.yaml");
    Files.write(file, damaged(STUDY.getBytes(UTF_8), random));
    try {
      Object unused = PlainStudy.LOADER.load(file, List.of());
    } catch (ConfigException e) {
      requireOneLine(e.getMessage());
    }
  }

  private static void requireOneLine(String message) {
    if (message == null || message.isBlank() || message.lines().count() != 1) {
      throw new AssertionError("not one line: " + message);
    }
  }

  /** No server. */
  private static final class Address {
    static final java.net.InetSocketAddress ANY =
        new java.net.InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  }
}
