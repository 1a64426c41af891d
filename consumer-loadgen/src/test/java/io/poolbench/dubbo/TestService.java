package io.poolbench.dubbo;

import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import io.poolbench.api.UserInfo;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.dubbo.rpc.AsyncContext;
import org.apache.dubbo.rpc.RpcContext;

/** The service of the tests: answers at once, or as a test has it. */
final class TestService implements PermissionService, PingService {
  static final String FAILURE = "no such user in this test";
  static final TargetClasses CLASSES =
      new TargetClasses(TestService.class.getClassLoader(), List.of());
  static final ExpectedUsers USERS = new ExpectedUsers(100, TestService::user);

  private static final long TIMEOUT_SECONDS = 60;

  private final Queue<CountDownLatch> gates = new ConcurrentLinkedQueue<>();
  private final Semaphore entered = new Semaphore(0);
  private volatile boolean failing;
  private volatile String lastCaller;

  static UserInfo user(int index) {
    return new UserInfo("pin-" + index, "name " + index, index % 7, 1_000L + index, "x".repeat(50));
  }

  /** Makes the next call that no other gate holds wait until the latch is released. */
  CountDownLatch holdNextCall() {
    CountDownLatch gate = new CountDownLatch(1);
    gates.add(gate);
    return gate;
  }

  /** Returns once one more call has come in. */
  void awaitCall() throws InterruptedException {
    if (!entered.tryAcquire(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
      throw new AssertionError("no call came in");
    }
  }

  void failFromNowOn() {
    failing = true;
  }

  String lastCaller() {
    return lastCaller;
  }

  @Override
  public UserInfo findUserInfo(String pin) {
    serve();
    return user(Integer.parseInt(pin.substring("pin-".length())));
  }

  @Override
  public CompletableFuture<UserInfo> findUserInfoFuture(String pin) {
    return CompletableFuture.completedFuture(findUserInfo(pin));
  }

  @Override
  public UserInfo findUserInfoAsyncContext(String pin) {
    AsyncContext context = RpcContext.startAsync();
    context.write(findUserInfo(pin));
    return null;
  }

  @Override
  public void empty() {
    serve();
  }

  private void serve() {
    // Of Triple, Dubbo gives an unresolved address, which is one of digits all the same.
    lastCaller = RpcContext.getServiceContext().getRemoteAddress().getHostString();
    // Before the test is notified of this call, as a later one might take its gate.
    CountDownLatch gate = gates.poll();
    entered.release();
    if (gate != null) {
      try {
        if (!gate.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
          throw new IllegalStateException("gate not opened");
        }
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    if (failing) {
      throw new IllegalArgumentException(FAILURE);
    }
  }
}
