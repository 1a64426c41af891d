package io.poolbench.remote;

import com.fasterxml.jackson.databind.JsonNode;
import io.poolbench.dubbo.MessageClient;
import io.poolbench.remote.Request.Answer;
import io.poolbench.remote.Request.Hello;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;

/** A session of a coordinator with a process at an address. Thread-safe. */
public final class PeerClient implements AutoCloseable {
  /** Of a message that is answered at once. */
  private static final Duration TIMEOUT = Duration.ofSeconds(5);

  /** Of a message that is answered once all work has ended. */
  private static final Duration END_TIMEOUT = Duration.ofSeconds(30);

  private static final int ROUND_TRIPS = 5;
  private static final int MAX_PORT = 65_535;

  private final String title;
  private final InetSocketAddress address;
  private final Token token;
  private final String version;
  private final String session;
  private final MessageClient client;
  private Hello hello; // guarded by this
  private long shortestNanos = Long.MAX_VALUE; // guarded by this
  private double offsetMillis; // guarded by this

  private PeerClient(
      String title,
      InetSocketAddress address,
      Token token,
      String version,
      String session,
      MessageClient client) {
    this.title = title;
    this.address = address;
    this.token = token;
    this.version = version;
    this.session = session;
    this.client = client;
  }

  /**
   * Begins a session, or joins it.
   *
   * @param title what the process is, with its address, in messages
   * @param address resolved
   * @param version of poolbench
   * @param session of the coordinator
   * @throws PeerException if the process cannot be used
   */
  public static PeerClient connect(
      String title, InetSocketAddress address, Token token, String version, String session)
      throws PeerException {
    MessageClient client;
    try {
      client = MessageClient.connect(address);
    } catch (IOException e) {
      throw new PeerException(title + ": cannot be reached", e);
    }
    PeerClient peer = new PeerClient(title, address, token, version, session, client);
    try {
      peer.hello();
      for (int trip = 1; trip < ROUND_TRIPS; trip++) {
        peer.ping();
      }
      return peer;
    } catch (PeerException e) {
      client.close();
      throw e;
    }
  }

  /**
   * The address of a {@code HOST:PORT}.
   *
   * @param title what is there, in messages
   * @throws PeerException if it is none, or its host is unknown
   */
  public static InetSocketAddress resolved(String title, String address) throws PeerException {
    int colon = address.lastIndexOf(':');
    String port = address.substring(colon + 1);
    if (colon < 1 || !port.matches("[1-9][0-9]{0,4}") || Integer.parseInt(port) > MAX_PORT) {
      throw PeerException.mistake(
          "invalid %s '%s' (example: 192.0.2.7:20990)".formatted(title, address));
    }
    String host = address.substring(0, colon);
    InetSocketAddress resolved = new InetSocketAddress(host, Integer.parseInt(port));
    if (resolved.isUnresolved()) {
      throw PeerException.failure(title + " " + address + ": unknown host " + host);
    }
    return resolved;
  }

  private void time(String action) throws PeerException {
    double wall = System.currentTimeMillis();
    long began = System.nanoTime();
    Hello answer = ask(action, null, Hello.class, TIMEOUT);
    long nanos = System.nanoTime() - began;
    synchronized (this) {
      hello = answer;
      if (nanos < shortestNanos) {
        shortestNanos = nanos;
        offsetMillis = answer.wallMillis() - (wall + nanos / 2e6);
      }
    }
  }

  /** Begins the session, where the process has ended it. */
  public void hello() throws PeerException {
    time(Request.HELLO);
  }

  /** Keeps the session. */
  public void ping() throws PeerException {
    time(Request.PING);
  }

  /** The process, which may have several addresses. */
  public synchronized String process() {
    return hello.process();
  }

  /** What it is. */
  public synchronized <T> T facts(Class<T> type) {
    return PeerJson.MAPPER.convertValue(hello.facts(), type);
  }

  /** The shortest round trip of a message. */
  public synchronized double roundTripMillis() {
    return shortestNanos / 1e6;
  }

  /** Its wall clock less the coordinator's, known to half of the round trip. */
  public synchronized double clockOffsetMillis() {
    return offsetMillis;
  }

  /** Where the process listens. */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * The answer to a message.
   *
   * @param body of the action: a record; null of an action without one
   * @throws PeerException if there is none within the timeout
   */
  public <T> T ask(String action, Object body, Class<T> type, Duration timeout)
      throws PeerException {
    JsonNode json = body == null ? null : PeerJson.MAPPER.valueToTree(body);
    try {
      byte[] bytes =
          client.ask(
              PeerJson.bytes(new Request(token.text(), version, session, action, json)), timeout);
      Answer answer = PeerJson.read(bytes, Answer.class);
      if (answer.problem() != null) {
        throw new PeerException(answer.mistake(), title + ": " + answer.problem());
      }
      return PeerJson.MAPPER.treeToValue(answer.body(), type);
    } catch (IOException e) {
      throw new PeerException(title + " lost: " + e.getMessage(), e);
    }
  }

  /** Best effort: the process notices the silence by itself. */
  public void tell(String action, Object body, Duration timeout) {
    try {
      JsonNode unused = ask(action, body, JsonNode.class, timeout);
    } catch (PeerException e) {
      // It is lost, or has ended the session by itself.
    }
  }

  /** Ends the session, with all work. */
  public void bye() {
    tell(Request.BYE, null, END_TIMEOUT);
  }

  /** Closes the connection. */
  @Override
  public void close() {
    client.close();
  }
}
