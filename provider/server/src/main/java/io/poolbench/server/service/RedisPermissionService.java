package io.poolbench.server.service;

import io.poolbench.api.LaunchConfig.ServiceWork;
import io.poolbench.api.PermissionService;
import io.poolbench.api.PingService;
import io.poolbench.api.UserInfo;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import org.apache.dubbo.rpc.AsyncContext;
import org.apache.dubbo.rpc.RpcContext;

/** The measured services, which read Redis. Thread-safe. */
public final class RedisPermissionService implements PermissionService, PingService {
  private final RedisUsers users;
  private final CallWork work;
  private final AsyncCalls asyncCalls = new AsyncCalls(System::nanoTime);

  public RedisPermissionService(RedisUsers users, ServiceWork work) {
    this.users = users;
    this.work = new CallWork(work);
  }

  /** Changes the arithmetic of calls that begin from now on: see {@link ServiceWork}. */
  public void cpuIterations(long rounds) {
    work.cpuIterations(rounds);
  }

  public AsyncCalls asyncCalls() {
    return asyncCalls;
  }

  @Override
  public UserInfo findUserInfo(String pin) {
    UserInfo user = users.find(pin);
    work.perform(user.getLevel());
    return user;
  }

  @Override
  public CompletableFuture<UserInfo> findUserInfoFuture(String pin) {
    CompletableFuture<UserInfo> answer = new CompletableFuture<>();
    find(
        pin,
        (user, failure) -> {
          boolean unused =
              failure == null ? answer.complete(user) : answer.completeExceptionally(failure);
        });
    return answer;
  }

  @Override
  public UserInfo findUserInfoAsyncContext(String pin) {
    AsyncContext context = RpcContext.startAsync();
    find(pin, (user, failure) -> context.write(failure == null ? user : failure));
    return null;
  }

  /** Reads and works asynchronously, on the thread that {@link RedisUsers} answers on. */
  private void find(String pin, BiConsumer<UserInfo, RuntimeException> answer) {
    long openedNanos = asyncCalls.open();
    users.find(
        pin,
        (user, failure) ->
            asyncCalls.close(
                openedNanos,
                () -> {
                  if (failure == null) {
                    work.perform(user.getLevel());
                  }
                  answer.accept(user, failure);
                }));
  }

  @Override
  public void empty() {}
}
